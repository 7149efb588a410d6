import type { Loss } from '~/domain/accounts/own-data/deletion.queries.server'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { pluralize } from '~/domain/text'
import { Money } from '../money'
import { Places } from '../orders/places'

/** What deleting one's own account takes away. */
export function OwnLoss({ loss }: { loss: Loss }) {
	const { cells, pending, checkout } = loss
	return (
		<>
			{cells.length > 0 ? (
				<p>
					<strong className="font-semibold">You lose {formatPixelCount(cells.length)}</strong>, without any
					payment. They become available to others, and what they show is erased:
				</p>
			) : (
				<p>You own no pixels.</p>
			)}
			<Losses loss={loss} />
			{pending.length > 0 || checkout !== null ? (
				<p>If you have transferred money for these, write to us and quote the reference.</p>
			) : null}
		</>
	)
}

/** What deleting another account takes away, and the price of its orders. */
export function UserLoss({ loss, totalPence }: { loss: Loss; totalPence: number }) {
	const count = loss.cells.length
	return (
		<>
			{count > 0 ? (
				<p>
					{pluralize(count, 'pixel becomes', 'pixels become')} available to everybody, and what{' '}
					{count === 1 ? 'it shows' : 'they show'} is erased. The user’s pending and approved orders cost{' '}
					<Money pence={totalPence} words />; no money is sent back by this step.
				</p>
			) : (
				<p>This user owns no pixels.</p>
			)}
			<Losses loss={loss} />
		</>
	)
}

/** The pixels by their positions, and everything else that ends with an account. */
function Losses({ loss: { cells, borrowed, lent, pending, checkout, invitations } }: { loss: Loss }) {
	const sentences = [
		borrowed.length > 0 && `Loans of ${formatPixelCount(borrowed.length)} to this account end.`,
		lent.length > 0 &&
			`Loans of ${formatPixelCount(lent.length)} by this account end, and the borrowers get an email.`,
		pending.length > 0 && `Orders that wait for their review are rejected: ${pending.join(', ')}.`,
		checkout !== null && `The open checkout ends: ${checkout}.`,
		invitations > 0 &&
			`${pluralize(invitations, 'sent invitation is', 'sent invitations are')} withdrawn, and whoever was invited is told.`,
	].filter(sentence => sentence !== false)
	return (
		<>
			<Places cells={cellsByIds(cells)} all />
			{sentences.map(sentence => (
				<p key={sentence}>{sentence}</p>
			))}
		</>
	)
}
