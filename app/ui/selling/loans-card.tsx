import { brand } from '~/domain/brand'
import { describeSelection } from '~/domain/grid/selection/selection'
import type { RunningLoan } from '~/domain/transfers/loans.server'
import { Card } from '../card'
import { Time } from '../time'

/** Pixels that are lent or borrowed, with the other side and the date; nothing without loans. */
export function LoansCard({ loans }: { loans: readonly RunningLoan[] }) {
	if (loans.length === 0) return null
	return (
		<Card title="Loans">
			<ul id="loans" className="grid gap-3 text-sm">
				{loans.map(({ transferId, side, other, until, cells }) => (
					<li key={transferId}>
						<span className="font-semibold">{describeSelection(cells.map(cell => cell.id))}</span>
						<span className="wrap-anywhere text-muted">
							{side === 'lender' ? (
								<>
									, lent until <Time at={until} /> to {other ?? brand.name}. The loan ends by itself.
								</>
							) : (
								<>
									, lent until <Time at={until} /> to you by {other ?? brand.name}. You choose what is shown;
									only the owner can sell.
								</>
							)}
						</span>
					</li>
				))}
			</ul>
		</Card>
	)
}
