import { data } from 'react-router'
import type { z } from 'zod'
import { makeKey } from '~/domain/accounts/profile/keys.commands.server'
import { endOneSession } from '~/domain/accounts/profile/sessions.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { isFreshSignIn, TEXT } from '~/domain/accounts/rules'
import { KeyForm } from '~/domain/accounts/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { showOnce, takeShownOnce } from '~/server/auth/shown-once.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { usePageForm } from '~/ui/forms/carried'
import { pageTitle } from '~/ui/layout/page-meta'
import { KeysPage } from '~/ui/setting/keys-page'
import type { Route } from './+types/setting-keys'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Keys for the API') }]

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
	actionHeaders.has('Retry-After') ? actionHeaders : loaderHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const now = Date.now()
	const shown = await takeShownOnce(request, account.sessionId, 'key')
	/* A key stays in no memory of the browser. */
	const headers = new Headers({ 'Cache-Control': 'no-store' })
	if (shown) headers.append('Set-Cookie', shown.cookie)
	const keys = (await listSessions(account, now)).filter(({ kind }) => kind === 'key')
	const asksPassword = account.hasPassword && !isFreshSignIn(account.signedInAt, now)
	return data({ area: account.role, keys, asksPassword, made: shown?.lines[0] }, { headers })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const path = `/${account.role}/setting/keys`
	const form = await readForm(request)
	if (form.get('intent') === 'end-session') {
		const sessionId = String(form.get('session') ?? '')
		const ended = await endOneSession({ accountId: account.id, sessionId, now: Date.now() })
		const text = ended ? 'The key has ended.' : 'This key had ended already.'
		throw await redirectWithFlash(path, { type: 'success', text })
	}
	if (form.get('intent') !== 'make') throw badRequest()
	const submission = parseForm(form, KeyForm)
	if (submission.status !== 'success') return formReply(submission)
	const outcome = await catchUnexpected(() => makeKey(account, submission.value, currentCaller()), {
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return formReply(submission, outcome)
	const cookie = await showOnce(account.sessionId, 'key', [outcome.key])
	const text = 'The key is made. It is shown this once.'
	throw await redirectWithFlash(path, { type: 'success', text }, { headers: { 'Set-Cookie': cookie } })
}

export default function Keys({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = usePageForm<z.input<typeof KeyForm>>({
		id: 'key',
		...(actionData ? { lastResult: actionData.result } : {}),
		defaultValue: { access: 'read', days: '90' },
		constraint: { name: { required: true }, currentPassword: { required: loaderData.asksPassword } },
	})
	return <KeysPage {...loaderData} form={form} fields={fields} />
}
