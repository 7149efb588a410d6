import { formatPounds, poundsInWords } from '~/domain/money'
import {
	balanceOf,
	dueOf,
	moneyState,
	type OrderMoney,
	outstandingOf,
	toSendBackOf,
} from '~/domain/payments/balance'
import { Card } from '../card'
import { Facts } from '../facts'
import { Money } from '../money'

/** The figure that somebody acts on, and the sums that it comes from. */
export function MoneySummary({ order }: { order: OrderMoney }) {
	const [outstanding, surplus] = [outstandingOf(order), toSendBackOf(order)]
	const state = moneyState(order)
	const pence = surplus || outstanding || balanceOf(order)
	const words =
		surplus > 0 ? 'to send back' : outstanding > 0 ? 'outstanding' : state === 'paid' ? 'paid in full' : state
	return (
		<Card>
			<div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
				<p className="grid gap-1">
					<span className="flex flex-wrap items-baseline gap-x-3">
						<strong className="font-serif text-[length:min(var(--text-2xl),9vw)] font-normal wrap-anywhere">
							<Money pence={pence} />
						</strong>{' '}
						<span className="font-semibold">{words}</span>
					</span>{' '}
					<span className="text-xs text-muted">
						{poundsInWords(pence)}
						{outstanding > 0 || surplus > 0 ? `, of ${formatPounds(dueOf(order))} to be paid` : null}
					</span>
				</p>
				<MoneyFacts order={order} />
			</div>
		</Card>
	)
}

/** What is to be paid, received, sent back and left: the same figures wherever somebody decides. */
export function MoneyFacts({ order }: { order: OrderMoney }) {
	const surplus = toSendBackOf(order)
	return (
		<div className="min-w-[min(16rem,100%)] grow">
			<Facts
				items={[
					['To be paid', <Money key="due" pence={dueOf(order)} />],
					['Received', <Money key="in" pence={order.receivedPence} />],
					['Sent back', <Money key="out" pence={order.sentPence} />],
					surplus > 0
						? ['To send back', <Money key="surplus" pence={surplus} />]
						: ['Outstanding', <Money key="outstanding" pence={outstandingOf(order)} />],
				]}
			/>
		</div>
	)
}
