import type { ReactNode } from 'react'

/** Names and values, one pair a line: an order's figures, a person's details. */
export function Facts({ items }: { items: (readonly [ReactNode, ReactNode])[] }) {
	return (
		<dl className="facts">
			{items.map(([name, value], index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
				<div key={index}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	)
}
