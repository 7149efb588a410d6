import { endOneSession, endOtherSessions } from '~/domain/accounts/profile/sessions.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { SessionForm } from '~/domain/accounts/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { endSession } from '~/server/auth/session.server'
import { redirectWithCookies, redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { describeSessionEnd } from '~/server/http/cookie-list.server'
import { badRequest } from '~/server/http/responses.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/layout/page-title'
import { SessionList } from '~/ui/setting/session-list'
import type { Route } from './+types/sessions'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role } = account
	return {
		area: role,
		life: `A session ends ${describeSessionEnd(role)}.`,
		sessions: await listSessions(account, Date.now()),
	}
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role, sessionId: keep } = await requireAccount(request)
	const form = SessionForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const now = Date.now()
	const page = `/${role}/setting/sessions`
	if (form.data.intent === 'end-others') {
		const ended = await endOtherSessions({ accountId, keep, now })
		const text = ended === 0 ? 'There are no other sessions.' : 'All other sessions have ended.'
		throw await redirectWithFlash(page, text)
	}
	const { session } = form.data
	const ended = await endOneSession({ accountId, sessionId: session, now })
	if (session === keep) throw await redirectWithCookies('/login', [endSession(request)])
	throw await redirectWithFlash(page, ended ? 'The session has ended.' : 'This session had already ended.')
}

export default function Sessions({ loaderData: { area, life, sessions } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle back={{ href: `/${area}/setting`, title: 'Settings' }} title="Sessions" intro={life} />
			<Card title="Active sessions" flush>
				<SessionList sessions={sessions} canEnd />
				{sessions.length > 1 ? (
					<form method="post" className="border-t border-line p-5">
						<Button variant="danger" name="intent" value="end-others">
							End all other sessions
						</Button>
					</form>
				) : null}
			</Card>
			<p className="max-w-text text-sm text-muted">
				Ending a session logs that device out at once. If you do not recognise one, end it and{' '}
				<a className="link" href={`/${area}/setting/password`}>
					set a new password
				</a>
				.
			</p>
		</>
	)
}
