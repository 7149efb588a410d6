import type { ReactNode } from 'react'

/** A figure and its parts (large, medium, small, tiny). */
export function StatCard({
	title,
	value,
	parts,
	note,
}: {
	title: string
	value?: ReactNode
	parts?: { label: string; value: ReactNode }[]
	note?: ReactNode
}) {
	return (
		<section className="sheet min-w-0 p-4">
			<h3 className="font-sans text-xs text-muted">{title}</h3>
			{value === undefined ? null : (
				<p className="figures mt-1 wrap-anywhere font-serif text-lg [&_data]:whitespace-normal">
					{inFigures(value)}
				</p>
			)}
			{parts ? (
				<dl className="facts mt-2">
					{parts.map(part => (
						<div key={part.label}>
							<dt>{part.label}</dt>
							<dd>{inFigures(part.value)}</dd>
						</div>
					))}
				</dl>
			) : null}
			{note ? <p className="help mt-2">{note}</p> : null}
		</section>
	)
}

/* Adds thousands separators: 1,128. */
function inFigures(value: ReactNode) {
	return typeof value === 'number' ? value.toLocaleString('en-GB') : value
}
