import { Card } from '../card'
import { Table } from '../lists/table'

/** `value` of `of`: the filled part of the bar. */
export type Bar = { name: string; value: number; of: number }

/** A few figures with a bar next to each: chart and table in one. */
export function Bars({
	title,
	aside,
	name,
	value,
	bars,
}: {
	title: string
	aside: string
	/** The titles of the columns. */
	name: string
	value: string
	bars: readonly Bar[]
}) {
	return (
		<Card title={title} aside={<span className="text-sm text-muted">{aside}</span>} flush>
			<Table
				caption={title}
				columns={[
					{ title: name, cell: bar => <span className="whitespace-nowrap">{bar.name}</span> },
					{ title: value, figures: true, cell: formatShare },
					{ title: 'Chart', quiet: true, cell: bar => <Length {...bar} /> },
				]}
				rows={[...bars]}
				narrow
			/>
		</Card>
	)
}

/* '30 of 1,040'. */
function formatShare({ value, of }: Bar): string {
	return `${value.toLocaleString('en-GB')} of ${of.toLocaleString('en-GB')}`
}

/* Hidden from screen readers, because the figures have the same content. */
function Length({ value, of }: Bar) {
	return (
		<svg
			className="h-4 w-full min-w-8 fill-green forced-colors:fill-[CanvasText]"
			viewBox="0 0 100 10"
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<rect className="fill-line forced-colors:fill-[Canvas]" width="100" height="10" />
			<rect width={of === 0 ? 0 : (value / of) * 100} height="10" />
		</svg>
	)
}
