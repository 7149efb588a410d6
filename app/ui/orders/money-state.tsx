import { type MoneyState, moneyState, type OrderMoney } from '~/domain/payments/balance'

const CIRCLE = 'M7 1a6 6 0 100 12A6 6 0 007 1z'
const ARROW = 'M5 3L2 6l3 3M2 6h6a4 3 0 010 6H6'

/* tone, what is filled, what is drawn. */
const MARKS: Readonly<Record<MoneyState, readonly [tone: string, filled: string, lines: string]>> = {
	'nothing received': ['', '', CIRCLE],
	'part received': ['tone-warning', 'M7 1a6 6 0 010 12z', CIRCLE],
	paid: ['tone-success', '', `${CIRCLE}M4 7l2 2 4-4`],
	'too much': ['tone-success', '', `${CIRCLE}M7 4v6M4 7h6`],
	'to send back': ['tone-error', '', ARROW],
	settled: ['', '', 'M2 4h10M2 7h10M2 10h10'],
}

/** How an order stands to its money: words with a mark. */
export function MoneyMark({ order }: { order: OrderMoney }) {
	const state = moneyState(order)
	const [tone, filled, lines] = MARKS[state]
	return (
		<span className={`money-state ${tone}`}>
			<svg aria-hidden="true" viewBox="0 0 14 14">
				{filled ? <path className="filled" d={filled} /> : null}
				<path d={lines} />
			</svg>
			{state}
		</span>
	)
}
