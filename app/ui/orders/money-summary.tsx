import type { ReactNode } from 'react'
import { formatPounds, poundsInWords } from '~/domain/money'
import {
	computeBalance,
	computeDue,
	computeOutstanding,
	computeToSendBack,
	getMoneyState,
	type MoneyState,
	type OrderMoney,
} from '~/domain/orders/balance'
import { Facts } from '../facts'
import { Table } from '../lists/table'
import { Money } from '../money'
import { Notice } from '../notice'

/** The amount that needs action, how it is computed, and the same as a bar. */
export function MoneySummary({ order }: { order: OrderMoney & { lost: number } }) {
	const [outstanding, surplus, due] = [computeOutstanding(order), computeToSendBack(order), computeDue(order)]
	const state = getMoneyState(order)
	const hasLost = order.status === 'pending' && order.lost > 0
	const pence = surplus || outstanding || computeBalance(order)
	const words =
		surplus > 0
			? 'to send back'
			: outstanding > 0
				? 'outstanding'
				: state !== 'paid'
					? state
					: hasLost
						? 'paid, pixels lost'
						: 'paid in full'
	const isBad = hasLost || state === 'to send back'
	const tone = isBad
		? 'tone-error'
		: state === 'paid'
			? 'tone-success'
			: outstanding > 0
				? 'tone-warning'
				: ''
	return (
		<section className={`verdict ${tone}`} aria-label="Money of this order">
			<p className="wrap-anywhere">
				<strong className="font-serif text-[2rem]/[1.15] font-normal lining-nums">
					<Money pence={pence} />
				</strong>{' '}
				<b className="text-(length:--text-base) text-[color:var(--tone,var(--fg))]">{words}</b>
			</p>
			{pence > 0 ? (
				<p className="help">
					{poundsInWords(pence)}
					{outstanding > 0 || surplus > 0 ? `, of ${formatPounds(due)} to be paid` : null}
				</p>
			) : null}
			<MoneyFacts order={order} />
			{due + computeBalance(order) > 0 ? <Meter due={due} balance={computeBalance(order)} /> : null}
		</section>
	)
}

/* Green is received, hatched is missing, and after the mark is the surplus. */
function Meter({ due, balance }: { due: number; balance: number }) {
	const whole = Math.max(due, balance)
	const paid = (Math.min(due, balance) / whole) * 100
	const over = (Math.max(0, balance - due) / whole) * 100
	return (
		<svg
			className="col-span-full mt-1 h-2.5 w-full bg-[repeating-linear-gradient(135deg,transparent_0_4px,rgb(119_89_27/30%)_4px_5px)] forced-colors:border"
			viewBox="0 0 100 10"
			preserveAspectRatio="none"
			role="img"
			aria-label={`${formatPounds(balance)} of ${formatPounds(due)}`}
		>
			<rect className="fill-[rgb(119_89_27_/_12%)]" width="100" height="10" />
			<rect className="fill-green forced-colors:fill-[CanvasText]" width={paid} height="10" />
			<rect
				className="fill-blue opacity-75 forced-colors:fill-[Highlight]"
				x={paid}
				width={over}
				height="10"
			/>
			{over > 0 ? <rect className="fill-fg" x={Math.max(0, paid - 0.15)} width="0.3" height="10" /> : null}
		</svg>
	)
}

/** The amounts due, received, sent back and left: the same on every page with a decision. */
export function MoneyFacts({ order }: { order: OrderMoney }) {
	const surplus = computeToSendBack(order)
	return (
		<Facts
			items={{
				'To be paid':
					order.status === 'pending' || order.status === 'approved' ? (
						<Money pence={computeDue(order)} />
					) : (
						`Nothing: ${order.status}`
					),
				Received: <Money pence={order.receivedPence} />,
				'Sent back': <Money pence={order.sentPence} />,
				...(surplus > 0
					? { 'To send back': <Money pence={surplus} /> }
					: { Outstanding: <Money pence={computeOutstanding(order)} /> }),
			}}
		/>
	)
}

/** The main amount of a page, and its description. */
export function AmountFigure({ pence, children }: { pence: number; children: ReactNode }) {
	return (
		<p className="wrap-anywhere">
			<strong className="figures block font-serif text-xl font-normal">
				<Money pence={pence} />
			</strong>{' '}
			<span className="help">{children}</span>
		</p>
	)
}

/** The amount to send back for an order, and how it is computed. */
export function ToSendBack({ order }: { order: OrderMoney }) {
	return (
		<AmountFigure pence={computeToSendBack(order)}>
			to send back: the balance is {formatPounds(computeBalance(order))}, of which{' '}
			{formatPounds(computeDue(order))} is due
		</AmountFigure>
	)
}

/** The same figures before and after a decision, and what is then to send back. */
export function MoneyChange({ before, after }: { before: OrderMoney; after: OrderMoney }) {
	const rows = [
		{ name: 'To be paid', of: computeDue },
		{ name: 'Received', of: (order: OrderMoney) => order.receivedPence },
		{ name: 'Sent back', of: (order: OrderMoney) => order.sentPence },
		{ name: 'Outstanding', of: computeOutstanding },
		{ name: 'To send back', of: computeToSendBack },
	].filter(({ of }) => of(before) + of(after) > 0)
	const surplus = computeToSendBack(after)
	return (
		<>
			<Table
				caption="The money of this order, now and afterwards"
				columns={[
					{ title: 'Money', cell: row => row.name },
					{ title: 'Now', figures: true, cell: row => <Money pence={row.of(before)} /> },
					{
						title: 'Afterwards',
						figures: true,
						className: 'font-semibold',
						cell: row => <Money pence={row.of(after)} />,
					},
				]}
				rows={rows}
				narrow
			/>
			{surplus > 0 ? (
				<Notice>
					<p>
						{computeToSendBack(before) > 0
							? `${formatPounds(surplus)} is then still to send back.`
							: `${formatPounds(surplus)} more than is due: the order moves to “Money to send back”.`}
					</p>
				</Notice>
			) : null}
		</>
	)
}

const CIRCLE = 'M7 1a6 6 0 100 12A6 6 0 007 1z'
const ARROW = 'M5 3L2 6l3 3M2 6h6a4 3 0 010 6H6'

/* Tone, filled path, drawn lines. */
const MARKS: Readonly<Record<MoneyState, readonly [tone: string, filled: string, lines: string]>> = {
	'nothing received': ['', '', CIRCLE],
	'part received': ['tone-warning', 'M7 1a6 6 0 010 12z', CIRCLE],
	paid: ['tone-success', '', `${CIRCLE}M4 7l2 2 4-4`],
	'too much': ['tone-success', '', `${CIRCLE}M7 4v6M4 7h6`],
	'to send back': ['tone-error', '', ARROW],
	settled: ['', '', 'M2 4h10M2 7h10M2 10h10'],
}

/** The payment status of an order, with an icon. */
export function MoneyMark({ order }: { order: OrderMoney }) {
	const state = getMoneyState(order)
	const [tone, filled, lines] = MARKS[state]
	return (
		<span
			className={`inline-flex items-baseline gap-1.75 whitespace-nowrap text-[color:var(--tone,var(--muted))] ${tone}`}
		>
			<svg
				aria-hidden="true"
				className="size-3.5 flex-none self-center fill-none stroke-current stroke-[1.6]"
				viewBox="0 0 14 14"
			>
				{filled ? <path className="fill-current stroke-none" d={filled} /> : null}
				<path d={lines} />
			</svg>
			{state}
		</span>
	)
}
