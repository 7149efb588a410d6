import { redirect } from 'react-router'
import { endOneSession, endOtherSessions } from '~/domain/accounts/profile/sessions.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { SessionForm } from '~/domain/accounts/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { endSession, SESSION_SECONDS } from '~/server/auth/session.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { pageTitle } from '~/ui/layout/page-meta'
import { SessionsPage } from '~/ui/setting/sessions-page'
import type { Route } from './+types/sessions'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sessions') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role } = account
	return { area: role, life: SESSION_SECONDS[role], sessions: await listSessions(account, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role, sessionId: keep } = await requireAccount(request)
	const form = SessionForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const now = Date.now()
	const saved = (text: string) => redirectWithFlash(`/${role}/setting/sessions`, { type: 'success', text })
	if (form.data.intent === 'end-others') {
		const ended = await endOtherSessions({ accountId, keep, now })
		throw await saved(ended === 0 ? 'There are no other sessions.' : 'All other sessions have ended.')
	}
	const ended = await endOneSession({ accountId, sessionId: form.data.session, now })
	if (form.data.session !== keep) {
		throw await saved(ended ? 'The session has ended.' : 'This session had ended already.')
	}
	throw redirect('/login', { headers: { 'Set-Cookie': await endSession(request) } })
}

export default function Sessions({ loaderData }: Route.ComponentProps) {
	return <SessionsPage {...loaderData} />
}
