import type { Loss } from '~/domain/accounts/own-data/deletion.queries.server'
import { placeLabel } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { countLabel } from '~/domain/orders/review/labels'
import { Money } from '../money'

/** What deleting one's own account takes away. */
export function OwnLoss({ loss }: { loss: Loss }) {
	const { cells, borrowed, lent, pending, checkout, invitations } = loss
	return (
		<>
			{cells.length > 0 ? (
				<>
					<p>
						<strong className="font-semibold">You lose {countLabel(cells.length)}</strong>, without any
						payment. They become available to others, and what they show is erased:
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
						: `${countLabel(borrowed.length)} that you have borrowed go back to their owners.`}
				</p>
			) : null}
			{lent.length > 0 ? (
				<p>Loans of {countLabel(lent.length)} of yours end, and the borrowers get an email.</p>
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
		</>
	)
}

/** What deleting another account takes away, and the price of its orders. */
export function UserLoss({ loss, totalPence }: { loss: Loss; totalPence: number }) {
	const { cells, borrowed, lent, pending, checkout, invitations } = loss
	return (
		<>
			{cells.length > 0 ? (
				<>
					<p>
						{countLabel(cells.length)} {cells.length === 1 ? 'becomes' : 'become'} available to everybody, and
						what
						{cells.length === 1 ? ' it shows' : ' they show'} is erased. The user’s pending and approved
						orders cost <Money pence={totalPence} words />; no money is sent back by this step.
					</p>
					<Places cells={cells} />
				</>
			) : (
				<p>This user owns no pixels.</p>
			)}
			{borrowed.length > 0 ? <p>Loans of {countLabel(borrowed.length)} to this user end.</p> : null}
			{lent.length > 0 ? (
				<p>Loans of {countLabel(lent.length)} by this user end, and the borrowers get an email.</p>
			) : null}
			{pending.length > 0 ? (
				<p>
					Orders that wait for their review are rejected: <strong>{pending.join(', ')}</strong>.
				</p>
			) : null}
			{checkout === null ? null : (
				<p>
					The open checkout of this user ends: <strong>{checkout}</strong>.
				</p>
			)}
			{invitations > 0 ? (
				<p>
					{invitations === 1
						? 'An invitation that this user has sent is withdrawn.'
						: `${invitations} invitations that this user has sent are withdrawn.`}
				</p>
			) : null}
		</>
	)
}

function Places({ cells }: { cells: number[] }) {
	return (
		<ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
			{splitIntoRectangles(cellsByIds(cells)).map(rectangle => (
				<li key={rectangle[0]?.id}>{placeLabel(rectangle)}</li>
			))}
		</ul>
	)
}
