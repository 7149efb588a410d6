import type { Loss } from '~/domain/accounts/own-data/deletion.queries.server'
import { cellsByIds } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import { placeLabel } from '~/domain/orders/review/labels'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button, ButtonLink } from '../button'
import { usePageForm } from '../forms/carried'
import { ConfirmPage } from '../forms/confirm-page'
import { DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { InputField, PasswordField } from '../forms/field'
import { Notice } from '../notice'

const SETTINGS = '/user/setting'

/** The first step of deleting the own account: who asks. Nothing is lost by it. */
export function RequestDeletion({
	email,
	hasPassword,
	hasSecondFactor,
	loss,
	refused,
	problem,
}: {
	email: string
	hasPassword: boolean
	hasSecondFactor: boolean
	loss: Loss
	refused: RefusedForm | undefined
	/** Why the second step was not taken. */
	problem: string | undefined
}) {
	const [form, fields] = usePageForm<{ currentPassword?: string; code?: string }>({
		id: 'delete',
		...(refused ? { lastResult: refused.result } : {}),
		constraint: { currentPassword: { required: hasPassword }, code: { required: hasSecondFactor } },
	})
	return (
		<DialogPage
			title="Delete your account"
			backHref={SETTINGS}
			intro="Your pixels, what they show and everything that you have open end with it. The next page names it all, and asks once more."
			narrow
		>
			<form method="post" id={form.id} className="form">
				{problem ? <ErrorSummary items={[{ text: problem }]} /> : null}
				<ErrorSummary form={form} title={refused?.title} />
				{loss.cells.length > 0 ? (
					<Notice tone="warning">
						<p>You own {countOf(loss.cells)}. Nobody pays you for what you give up here.</p>
					</Notice>
				) : null}
				<input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
				{hasPassword ? (
					<PasswordField
						field={fields.currentPassword}
						label="Current password"
						autoComplete="current-password"
						maxLength={128}
					/>
				) : null}
				{hasSecondFactor ? (
					<InputField
						field={fields.code}
						label="Code"
						help="The six digits that your app shows now, or a recovery code."
						inputMode="numeric"
						autoComplete="one-time-code"
						maxLength={60}
					/>
				) : null}
				<div className="actions">
					<close-link>
						<ButtonLink variant="secondary" href={SETTINGS}>
							Cancel
						</ButtonLink>
					</close-link>
					<Button variant="danger" name="intent" value="delete">
						Continue
					</Button>
				</div>
			</form>
		</DialogPage>
	)
}

/** The second step: everything that would be lost, by name, and the last question. */
export function ConfirmDeletion({ loss, refused }: { loss: Loss; refused: string | undefined }) {
	const { cells, borrowed, lent, pending, checkout, invitations, seen } = loss
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={SETTINGS}
			cancelLabel="Keep my account"
			confirmLabel="Delete my account for good"
			busyLabel="Deleting..."
			intent="confirm"
			hidden={{ seen }}
		>
			{refused ? (
				<Notice tone="error">
					<p>{refused}</p>
				</Notice>
			) : null}
			<p>This cannot be undone. With your account:</p>
			{cells.length > 0 ? (
				<>
					<p>
						<strong className="font-semibold">You lose {countOf(cells)}</strong>, without any payment. They
						become available to others, and what they show is erased:
					</p>
					<Places cells={cells} />
				</>
			) : (
				<p>You own no pixels.</p>
			)}
			{borrowed.length > 0 ? (
				<p>
					{borrowed.length === 1
						? '1 pixel that you have borrowed goes back to its owner.'
						: `${countOf(borrowed)} that you have borrowed go back to their owners.`}
				</p>
			) : null}
			{lent.length > 0 ? (
				<p>Loans of {countOf(lent)} of yours end, and those who borrowed them are told.</p>
			) : null}
			{pending.length > 0 ? (
				<p>
					Orders whose payment is being checked are rejected: <strong>{pending.join(', ')}</strong>. If you
					have transferred money for them, write to us and quote the reference.
				</p>
			) : null}
			{checkout === null ? null : (
				<p>
					The checkout that you have open ends: <strong>{checkout}</strong>. If you have transferred money for
					it, write to us and quote the reference.
				</p>
			)}
			{invitations > 0 ? (
				<p>
					{invitations === 1
						? 'An invitation that you have sent ends'
						: `${invitations} invitations that you have sent end`}
					, and whoever was invited is told.
				</p>
			) : null}
			<p className="text-sm text-muted">
				Your name, address, password, photo and telephone number are erased. Orders, receipts and the record
				of who owned which pixel stay with our books.
			</p>
		</ConfirmPage>
	)
}

function Places({ cells }: { cells: number[] }) {
	return (
		<ul className="grid gap-1 text-sm">
			{rectanglesOf(cellsByIds(cells)).map(rectangle => (
				<li key={rectangle[0]?.id}>{placeLabel(rectangle)}</li>
			))}
		</ul>
	)
}

const countOf = (cells: readonly number[]) => (cells.length === 1 ? '1 pixel' : `${cells.length} pixels`)
