import type { DayFigures } from '~/domain/statistics/rules'
import { pluralize } from '~/domain/text'
import { Table } from '../lists/table'
import { Time } from '../time'

const BAR = { width: 8, gap: 2, height: 60 }

/** Daily visitors of a block, as a small chart and as a table. */
export function Statistics({ days }: { days: readonly DayFigures[] }) {
	const views = sumFigures(days, 'views')
	const clicks = sumFigures(days, 'clicks')
	return (
		<section className="grid gap-4 border-t border-line pt-6" aria-labelledby="statistics">
			<h2 id="statistics" className="text-lg">
				Visitors of the last {days.length} days
			</h2>
			<p className="text-sm">
				{pluralize(views, 'visitor')} opened the page of this block, and {pluralize(clicks, 'visitor')}{' '}
				followed its link. Each is counted once a day; robots are not.
			</p>
			{views + clicks > 0 ? <Chart days={days} /> : null}
			<details>
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-accent">
					Day by day
				</summary>
				<Table
					caption="Visitors day by day"
					columns={[
						{
							title: 'Day',
							cell: ({ day }) => (
								<span className="whitespace-nowrap">
									<Time at={Date.parse(day)} dateOnly />
								</span>
							),
						},
						{
							title: 'Opened the page',
							figures: true,
							cell: figures => figures.views.toLocaleString('en-GB'),
						},
						{
							title: 'Followed the link',
							figures: true,
							cell: figures => figures.clicks.toLocaleString('en-GB'),
						},
					]}
					rows={[...days].reverse()}
					narrow
				/>
			</details>
		</section>
	)
}

function sumFigures(days: readonly DayFigures[], what: 'views' | 'clicks'): number {
	return days.reduce((sum, day) => sum + day[what], 0)
}

/* Hidden from screen readers, because the table has the same content. */
function Chart({ days }: { days: readonly DayFigures[] }) {
	const max = Math.max(1, ...days.map(day => Math.max(day.views, day.clicks)))
	const step = 2 * BAR.width + BAR.gap * 3
	const getHeight = (count: number) => (count / max) * BAR.height
	const drawBar = (count: number, x: number, className: string) => (
		<rect
			className={className}
			x={x}
			y={BAR.height - getHeight(count)}
			width={BAR.width}
			height={getHeight(count)}
		/>
	)
	return (
		<figure className="grid gap-2">
			<svg
				className="h-24 w-full border-b border-edge"
				viewBox={`0 0 ${days.length * step} ${BAR.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
			>
				{days.map(({ day, views, clicks }, index) => (
					<g key={day}>
						{drawBar(views, index * step, 'fill-green')}
						{drawBar(clicks, index * step + BAR.width + BAR.gap, 'fill-gold')}
					</g>
				))}
			</svg>
			<figcaption className="flex flex-wrap gap-x-6 text-sm text-muted">
				<span className="inline-flex items-center gap-2">
					<span className="inline-block size-3 bg-green" /> opened the page
				</span>
				<span className="inline-flex items-center gap-2">
					<span className="inline-block size-3 bg-gold" /> followed the link
				</span>
				<span>At max {max.toLocaleString('en-GB')} on a day</span>
			</figcaption>
		</figure>
	)
}
