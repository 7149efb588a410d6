import type { ReactNode } from 'react'

/** Figures between two lines, each with its name above and what it is made of below. */
export function FigureStrip({ items }: { items: readonly (readonly [string, ReactNode, string])[] }) {
	return (
		<dl className="figure-strip">
			{items.map(([title, value, note]) => (
				<div key={title}>
					<dt>{title}</dt>
					<dd className="figures font-serif">{value}</dd>
					<dd>{note}</dd>
				</div>
			))}
		</dl>
	)
}
