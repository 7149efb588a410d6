import { data } from 'react-router'
import {
	deleteOwnAccount,
	isDeletionGrant,
	requestDeletion,
} from '~/domain/accounts/own-data/deletion.commands.server'
import { type Loss, readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { ConfirmDeletionForm, DeletionForm } from '~/domain/accounts/profile/profile-schema'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireUser } from '~/server/auth/guards.server'
import { clearSession } from '~/server/auth/session.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm, refusalInit, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { CURRENT_PASSWORD, UsernameHint } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { Notice } from '~/ui/notice'
import { OwnLoss } from '~/ui/users/loss'
import type { Route } from './+types/setting-delete'

/* Two steps at one address: the password, then what would be lost (P41). */

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const now = Date.now()
	const { hasPassword, hasSecondFactor, email } = account
	const isGranted = isDeletionGrant(await readFlow(request, 'account-deletion'), account, now)
	return { isGranted, hasPassword, hasSecondFactor, email, loss: await readLoss(account.id, now) }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'delete': {
			const sent = await submitForm(form, DeletionForm, typed =>
				requestDeletion(account, typed, currentCaller()),
			)
			if (!sent.ok) return sent.reply
			const message = { type: 'info', text: 'Please look at what would be lost, and confirm.' } as const
			const granted = startFlow('account-deletion', sent.outcome.grant)
			throw await redirectWithFlash('/user/setting/delete', message, [granted])
		}
		case 'confirm': {
			const confirmed = ConfirmDeletionForm.safeParse(Object.fromEntries(form))
			if (!confirmed.success) throw badRequest()
			const grant = await readFlow(request, 'account-deletion')
			const { seen } = confirmed.data
			const outcome = await catchUnexpected(() => deleteOwnAccount(account, { grant, seen }, Date.now()))
			if (!outcome.ok) return data({ refused: outcome.message }, refusalInit({ status: 409, ...outcome }))
			const text = 'Your account has been deleted. We have sent you an email about it.'
			/* Removes what the browser stores about the account. */
			const cookies = [clearSession(), endFlow('account-deletion'), endFlow('typed-email')]
			throw await redirectWithFlash('/', { type: 'success', text, seconds: 15 }, cookies)
		}
		default:
			throw badRequest()
	}
}

const SETTINGS = '/user/setting'

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
	const { isGranted, loss, hasPassword, hasSecondFactor, email } = loaderData
	const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
	const form = actionData && 'result' in actionData ? actionData : undefined
	if (isGranted && !form) return <ConfirmDeletion loss={loss} refused={refused} />
	const { help: _, ...password } = CURRENT_PASSWORD
	return (
		<DialogPage
			title="Delete your account"
			backHref={SETTINGS}
			intro="Your pixels, what they show and everything that you have open end with it. The next page lists what will be deleted and asks you to confirm."
			narrow
		>
			<TableForm
				id="delete"
				table={{
					...(hasPassword ? { currentPassword: password } : {}),
					...(hasSecondFactor ? { code: CODE } : {}),
				}}
				refused={form}
				intro={
					<>
						{refused ? <ErrorSummary items={[{ text: refused }]} /> : null}
						{loss.cells.length > 0 ? (
							<Notice tone="warning">
								<p>
									You own {formatPixelCount(loss.cells.length)}. Nobody pays you for what you give up here.
								</p>
							</Notice>
						) : null}
						<UsernameHint email={email} />
					</>
				}
			>
				<div className="actions">
					<CancelLink href={SETTINGS} />
					<Button variant="danger" name="intent" value="delete">
						Continue
					</Button>
				</div>
			</TableForm>
		</DialogPage>
	)
}

const CODE = {
	label: 'Code',
	help: 'The six digits that your app shows now, or a recovery code.',
	inputMode: 'numeric',
	autoComplete: 'one-time-code',
	maxLength: 60,
} as const

/** Second step: everything that would be lost, by name, and the confirmation. */
function ConfirmDeletion({ loss, refused }: { loss: Loss; refused: string | undefined }) {
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={SETTINGS}
			cancelLabel="Keep my account"
			confirmLabel="Delete my account for good"
			busyLabel="Deleting..."
			hidden={{ seen: loss.seen }}
			refused={refused}
		>
			<p>This cannot be undone. With your account:</p>
			<OwnLoss loss={loss} />
			<p className="text-sm text-muted">
				Your name, address, password, photo and telephone number are erased. Orders, receipts and the record
				of who owned which pixel stay with our books.
			</p>
		</ConfirmPage>
	)
}
