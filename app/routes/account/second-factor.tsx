import { needsPassword } from '~/domain/accounts/rules'
import { FirstCodeForm, ProofForm, StartForm } from '~/domain/accounts/schema'
import {
	confirmSecondFactor,
	renewRecoveryCodes,
	startSecondFactor,
	turnOffSecondFactor,
} from '~/domain/accounts/second-factor/second-factor.commands.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { getSetting } from '~/domain/settings/queries.server'
import { requireAccount } from '~/server/auth/guards.server'
import { readShownOnce, showOnce } from '~/server/auth/shown-once.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { PageTitle } from '~/ui/layout/page-title'
import { Notice } from '~/ui/notice'
import {
	ChangeSecondFactor,
	RecoveryCodes,
	SetUpSecondFactor,
	StartSecondFactor,
} from '~/ui/setting/second-factor'
import type { Route } from './+types/second-factor'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role, hasPassword, sessionId } = account
	const now = Date.now()
	return {
		area: role,
		view: await readSecondFactor(account, now),
		isRequired: role === 'admin' && (await getSetting('demandSecondFactor')),
		hasPassword,
		asksPassword: needsPassword(account, now),
		recoveryCodes: await readShownOnce(request, sessionId, 'recovery-codes'),
	}
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = await readForm(request)
	const by = currentCaller()
	const page = `/${account.role}/setting/second-factor`
	const show = (codes: string[]) => [showOnce(account.sessionId, 'recovery-codes', codes)]
	switch (form.get('intent')) {
		case 'start': {
			const sent = await submitForm(form, StartForm, ({ currentPassword }) =>
				startSecondFactor(account, currentPassword, by),
			)
			if (!sent.ok) return sent.reply
			const text = 'Here is your key. No code is needed at log-in until you have entered a first one.'
			throw await redirectWithFlash(page, text)
		}
		case 'verify': {
			const sent = await submitForm(form, FirstCodeForm, ({ code }) =>
				confirmSecondFactor(account.id, code, by.now),
			)
			if (!sent.ok) return sent.reply
			throw await redirectWithFlash(page, 'Two-factor authentication is set up.', show(sent.outcome.codes))
		}
		case 'renew-codes': {
			const sent = await submitForm(form, ProofForm, proof => renewRecoveryCodes(account, proof, by))
			if (!sent.ok) return sent.reply
			const text = 'Here are your new recovery codes. The old ones no longer work.'
			throw await redirectWithFlash(page, text, show(sent.outcome.codes))
		}
		case 'turn-off': {
			const sent = await submitForm(form, ProofForm, proof => turnOffSecondFactor(account, proof, by))
			if (!sent.ok) return sent.reply
			throw await redirectWithFlash(page, 'Two-factor authentication is turned off.')
		}
		default:
			throw badRequest()
	}
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
	const { area, view, isRequired, recoveryCodes } = loaderData
	return (
		<>
			<PageTitle
				back={{ href: `/${area}/setting`, title: 'Settings' }}
				title="Two-factor authentication"
				intro="A code from an app, entered after your password. A stolen password alone is then not enough to log in."
			/>
			{isRequired && view.state !== 'on' ? (
				<Notice tone="warning" title="Please set this up first">
					<p>The administration is open only to administrators with two-factor authentication.</p>
				</Notice>
			) : null}
			{recoveryCodes.length > 0 ? <RecoveryCodes codes={recoveryCodes} /> : null}
			{view.state === 'off' ? <StartSecondFactor {...loaderData} refused={actionData} /> : null}
			{view.state === 'setup' ? <SetUpSecondFactor area={area} view={view} refused={actionData} /> : null}
			{view.state === 'on' ? <ChangeSecondFactor {...loaderData} view={view} refused={actionData} /> : null}
		</>
	)
}
