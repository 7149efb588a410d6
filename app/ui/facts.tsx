import type { ReactNode } from 'react'

/** Names and values, one pair a line: an order's figures, a person's details. What is null or false has no line. */
export function Facts({ items }: { items: Readonly<Record<string, ReactNode>> }) {
	const lines = Object.entries(items).filter(([, value]) => (value ?? false) !== false)
	if (lines.length === 0) return null
	return (
		<dl className="facts">
			{lines.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	)
}
