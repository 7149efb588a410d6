import { Fragment } from 'react'

/** Tabs between related pages, each at its own address. */
export function Tabs({
	label,
	items,
}: {
	label: string
	items: { title: string; href: string; current: boolean }[]
}) {
	return (
		<nav aria-label={label} className="tabs">
			{items.map(({ title, href, current }) => (
				<Fragment key={href}>
					<a href={href} aria-current={current ? 'page' : undefined}>
						{title}
					</a>{' '}
				</Fragment>
			))}
		</nav>
	)
}
