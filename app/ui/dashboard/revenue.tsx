import type { MonthFigures } from '~/domain/dashboard/business.server'
import { formatMonth, formatShortMonth } from '~/domain/dashboard/months'
import { formatPounds } from '~/domain/money'
import { Card } from '../card'
import { Table } from '../lists/table'
import { Money } from '../money'

const BAR = { width: 14, step: 24, height: 60 }

/** Approved orders of the last twelve months, as a bar chart and as a table. */
export function Revenue({ months }: { months: readonly MonthFigures[] }) {
	const best = months.reduce((found, month) => (month.pence > (found?.pence ?? 0) ? month : found), months[0])
	return (
		<Card
			title="Revenue by month"
			aside={<span className="text-xs text-muted">Approved orders, by the month of their receipt</span>}
		>
			{best && best.pence > 0 ? (
				<Chart months={months} best={best} />
			) : (
				<p className="text-sm text-muted">No order of the last twelve months is approved yet.</p>
			)}
			<details className="mt-2">
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-accent">
					Month by month
				</summary>
				<Table
					caption="Revenue by month"
					columns={[
						{ title: 'Month', cell: ({ month }) => formatMonth(month) },
						{ title: 'Orders', figures: true, cell: ({ orders }) => orders.toLocaleString('en-GB') },
						{ title: 'Revenue', figures: true, cell: ({ pence }) => <Money pence={pence} /> },
					]}
					rows={[...months].reverse()}
					narrow
				/>
			</details>
		</Card>
	)
}

/* Hidden from screen readers, because the table has the same content. */
function Chart({ months, best }: { months: readonly MonthFigures[]; best: MonthFigures }) {
	return (
		<figure className="grid gap-1" aria-hidden="true">
			<p className="figures text-xs text-muted">
				Best month: {formatMonth(best.month)}, {formatPounds(best.pence)}
			</p>
			<svg
				className="h-32 w-full border-b border-edge fill-green forced-colors:fill-[CanvasText]"
				viewBox={`0 0 ${months.length * BAR.step} ${BAR.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
			>
				{months.map(({ month, pence }, index) => {
					const height = (pence / best.pence) * BAR.height
					const x = index * BAR.step + (BAR.step - BAR.width) / 2
					return <rect key={month} x={x} y={BAR.height - height} width={BAR.width} height={height} />
				})}
			</svg>
			<div className="grid grid-cols-12 text-center text-xs text-muted">
				{months.map(({ month }) => (
					<span key={month} className="-mx-2 whitespace-nowrap max-sm:odd:invisible">
						{`${formatShortMonth(month)} `}
					</span>
				))}
			</div>
		</figure>
	)
}
