import { USER_FAILED } from '~/domain/accounts/errors'
import type { Loss } from '~/domain/accounts/own-data/deletion.queries.server'
import { cellsByIds } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import { pixels, placeLabel } from '~/domain/orders/review/labels'
import { ButtonLink } from '../button'
import { ConfirmPage } from '../forms/confirm-page'
import { DialogPage } from '../forms/dialog-page'
import { Money } from '../money'
import { Notice } from '../notice'

type Props = {
	user: { id: string; name: string; email: string; version: number; totalPence: number }
	loss: Loss
	refused: string | undefined
}

/** The first of two questions before an account is deleted: what is released. */
export function DeleteUser({ user, loss, refused }: Props) {
	return (
		<ConfirmPage
			title="Delete User"
			cancelHref={`/admin/userManagement/${user.id}`}
			confirmLabel="Delete"
			intent="delete"
			hidden={{ version: user.version, seen: loss.seen }}
		>
			<Refused text={refused} />
			<p className="wrap-anywhere">
				<strong>{user.name}</strong>, {user.email}
			</p>
			{loss.cells.length > 0 ? (
				<>
					<p>
						{pixels(loss.cells.length)} become available to everybody, and what they show is erased. The
						user’s pending and approved orders cost <Money pence={user.totalPence} words />; no money is sent
						back by this step.
					</p>
					<ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
						{rectanglesOf(cellsByIds(loss.cells)).map(rectangle => (
							<li key={rectangle[0]?.id}>{placeLabel(rectangle)}</li>
						))}
					</ul>
				</>
			) : (
				<p>This user owns no pixels.</p>
			)}
			{loss.borrowed.length > 0 ? <p>Loans of {pixels(loss.borrowed.length)} to this user end.</p> : null}
			{loss.lent.length > 0 ? (
				<p>Loans of {pixels(loss.lent.length)} by this user end, and the borrowers are told.</p>
			) : null}
			{loss.pending.length > 0 ? (
				<p>
					Orders that wait for their review are rejected: <strong>{loss.pending.join(', ')}</strong>.
				</p>
			) : null}
			{loss.checkout === null ? null : (
				<p>
					The open checkout of this user ends: <strong>{loss.checkout}</strong>.
				</p>
			)}
			{loss.invitations > 0 ? (
				<p>
					{loss.invitations === 1
						? 'An invitation that this user has sent is withdrawn.'
						: `${loss.invitations} invitations that this user has sent are withdrawn.`}
				</p>
			) : null}
			<p className="text-sm text-muted">Orders, receipts and the audit stay for the books.</p>
		</ConfirmPage>
	)
}

/** The second question. */
export function ConfirmUserDeletion({ user, loss, refused }: Props) {
	return (
		<ConfirmPage
			title="Confirm User Deletion"
			cancelHref={`/admin/userManagement/${user.id}`}
			confirmLabel="Delete user for good"
			intent="confirm"
			busyLabel="Processing..."
			hidden={{ version: user.version, seen: loss.seen }}
		>
			<Refused text={refused} />
			<p className="wrap-anywhere">
				Are you sure you want to delete <strong>{user.name}</strong>, {user.email}? This cannot be undone.
			</p>
			<p>
				{loss.cells.length > 0
					? `${pixels(loss.cells.length)} become available at once.`
					: 'No pixels are released.'}{' '}
				All sessions of the account end, and its owner is told by email.
			</p>
		</ConfirmPage>
	)
}

/** In place of a question that could only be answered with a refusal. */
export function NotAllowed({
	title,
	why,
	userId,
	failed = USER_FAILED.update,
}: {
	title: string
	why: string
	userId: string
	failed?: string
}) {
	const path = `/admin/userManagement/${userId}`
	return (
		<DialogPage title={title} backHref={path} narrow>
			<Notice tone="error" title={failed}>
				<p>{why}</p>
			</Notice>
			<div className="actions">
				<ButtonLink href={path}>See the user</ButtonLink>
			</div>
		</DialogPage>
	)
}

/** {@link NotAllowed} for an account that cannot be deleted. */
export function NotDeletable({ why, userId }: { why: string; userId: string }) {
	return <NotAllowed title="Delete User" why={why} userId={userId} failed={USER_FAILED.delete} />
}

function Refused({ text }: { text: string | undefined }) {
	if (!text) return null
	return (
		<Notice tone="error" title={USER_FAILED.delete}>
			<p>{text}</p>
		</Notice>
	)
}
