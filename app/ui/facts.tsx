import type { ReactNode } from 'react'

/** Names and values, one pair per line. Omits values that are null or false. */
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
