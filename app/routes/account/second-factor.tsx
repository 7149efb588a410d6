import { data } from 'react-router'
import { isFreshSignIn, TEXT } from '~/domain/accounts/rules'
import { FirstCodeForm, ProofForm, StartForm } from '~/domain/accounts/schema'
import {
	confirmSecondFactor,
	renewRecoveryCodes,
	startSecondFactor,
	turnOffSecondFactor,
} from '~/domain/accounts/second-factor/second-factor.commands.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.queries.server'
import { getSetting } from '~/domain/settings/queries.server'
import { requireAccount } from '~/server/auth/guards.server'
import { showOnce, takeShownOnce } from '~/server/auth/shown-once.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { pageTitle } from '~/ui/layout/page-meta'
import { SecondFactorPage } from '~/ui/setting/second-factor-page'
import type { Route } from './+types/second-factor'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Second factor') }]

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
	const headers = new Headers(loaderHeaders)
	for (const [name, value] of actionHeaders) headers.append(name, value)
	return headers
}

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role, hasPassword, signedInAt } = account
	const now = Date.now()
	const view = await readSecondFactor(account, now)
	const isDemanded = role === 'admin' && (await getSetting('demandSecondFactor'))
	const shown = await takeShownOnce(request, account.sessionId, 'recovery-codes')
	/* Keys and recovery codes stay in no memory of the browser. */
	const headers = new Headers({ 'Cache-Control': 'no-store' })
	if (shown) headers.append('Set-Cookie', shown.cookie)
	const page = { area: role, view, isDemanded, hasPassword, recoveryCodes: shown?.lines ?? [] }
	return data({ ...page, asksPassword: hasPassword && !isFreshSignIn(signedInAt, now) }, { headers })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = await readForm(request)
	const attempt = <T,>(command: () => Promise<T>) => catchUnexpected(command, { message: TEXT.unexpected })
	const done = async (text: string, codes?: string[]) =>
		redirectWithFlash(
			`/${account.role}/setting/second-factor`,
			{ type: 'success', text },
			{
				headers: codes ? { 'Set-Cookie': await showOnce(account.sessionId, 'recovery-codes', codes) } : {},
			},
		)
	switch (form.get('intent')) {
		case 'start': {
			const submission = parseForm(form, StartForm)
			if (submission.status !== 'success') return formReply(submission)
			const { currentPassword } = submission.value
			const outcome = await attempt(() => startSecondFactor(account, currentPassword, currentCaller()))
			if (!outcome.ok) return formReply(submission, outcome)
			throw await done('Here is your key. Nothing is asked for until you have entered a first code.')
		}
		case 'verify': {
			const submission = parseForm(form, FirstCodeForm)
			if (submission.status !== 'success') return formReply(submission)
			const { code } = submission.value
			const outcome = await attempt(() => confirmSecondFactor(account.id, code, Date.now()))
			if (!outcome.ok) return formReply(submission, outcome)
			throw await done('Your second factor is set up.', outcome.codes)
		}
		case 'renew-codes': {
			const submission = parseForm(form, ProofForm)
			if (submission.status !== 'success') return formReply(submission)
			const outcome = await attempt(() => renewRecoveryCodes(account, submission.value, currentCaller()))
			if (!outcome.ok) return formReply(submission, outcome)
			throw await done('Here are your new recovery codes. The former ones are void.', outcome.codes)
		}
		case 'turn-off': {
			const submission = parseForm(form, ProofForm)
			if (submission.status !== 'success') return formReply(submission)
			const outcome = await attempt(() => turnOffSecondFactor(account, submission.value, currentCaller()))
			if (!outcome.ok) return formReply(submission, outcome)
			throw await done('Your second factor is turned off.')
		}
		default:
			throw badRequest()
	}
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
	return <SecondFactorPage {...loaderData} refused={actionData} />
}
