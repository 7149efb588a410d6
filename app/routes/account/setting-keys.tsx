import { makeKey } from '~/domain/accounts/profile/keys.commands.server'
import { endOneSession } from '~/domain/accounts/profile/sessions.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { needsPassword } from '~/domain/accounts/rules'
import { KEY_DAYS, KeyForm } from '~/domain/accounts/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { readShownOnce, showOnce } from '~/server/auth/shown-once.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button, CopyButton } from '~/ui/button'
import { Card } from '~/ui/card'
import { CURRENT_PASSWORD } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { PageTitle } from '~/ui/layout/page-title'
import { SessionList } from '~/ui/setting/session-list'
import type { Route } from './+types/setting-keys'

/* API keys with which a program acts for an account. */

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const now = Date.now()
	const [made] = await readShownOnce(request, account.sessionId, 'key')
	const keys = (await listSessions(account, now)).filter(({ kind }) => kind === 'key')
	return { area: account.role, keys, asksPassword: needsPassword(account, now), made }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const page = `/${account.role}/setting/keys`
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'end-session': {
			const sessionId = String(form.get('session') ?? '')
			const ended = await endOneSession({ accountId: account.id, sessionId, now: Date.now() })
			throw await redirectWithFlash(page, ended ? 'The key has ended.' : 'This key had already ended.')
		}
		case 'make': {
			const sent = await submitForm(form, KeyForm, key => makeKey(account, key, currentCaller()))
			if (!sent.ok) return sent.reply
			const shown = showOnce(account.sessionId, 'key', [sent.outcome.key])
			throw await redirectWithFlash(page, 'The key has been created. It is shown only once.', [shown])
		}
		default:
			throw badRequest()
	}
}

const TABLE = {
	name: {
		label: 'Name of the key',
		help: 'To recognise it later: the program, and where it runs.',
		autoComplete: 'off',
		maxLength: 60,
	},
	access: {
		label: 'Access',
		control: { read: 'Read', write: 'Read and change: buy, sell and manage as you can' },
		required: false,
	},
	days: {
		label: 'Expires after',
		control: Object.fromEntries(KEY_DAYS.map(days => [days, `${days} days`])),
		required: false,
	},
}

export default function Keys({ loaderData, actionData }: Route.ComponentProps) {
	const { area, keys, made, asksPassword } = loaderData
	return (
		<>
			<PageTitle
				back={{ href: `/${area}/setting`, title: 'Settings' }}
				title="API keys"
				intro="A program that brings a key acts in your name, without your password. Give each program a key of its own."
				actions={
					<a className="link link-alone text-sm" href="/api">
						About the API
					</a>
				}
			/>
			{made ? (
				<Card title="Your new key" aside={<CopyButton text={made} label="the key" />}>
					<div className="grid gap-3">
						<p className="max-w-text text-sm">
							Keep it where only your program can find it. <strong>It is shown only once.</strong>
						</p>
						<p>
							<code className="wrap-anywhere">{made}</code>
						</p>
					</div>
				</Card>
			) : null}
			<Card title="Your keys" flush>
				{keys.length > 0 ? (
					<SessionList sessions={keys} canEnd />
				) : (
					<p className="border-t border-line p-5 text-sm text-muted">There is no key yet.</p>
				)}
			</Card>
			<Card title="Create a key">
				<TableForm
					id="key"
					className="form max-w-form"
					table={{ ...TABLE, ...(asksPassword ? { currentPassword: CURRENT_PASSWORD } : {}) }}
					values={{ access: 'read', days: '90' }}
					refused={actionData}
					noValidate
				>
					<Button name="intent" value="make" busy="Creating...">
						Create a key
					</Button>
				</TableForm>
			</Card>
		</>
	)
}
