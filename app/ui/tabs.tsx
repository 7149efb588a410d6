/** Pages that belong together, each at its own address. */
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
				<a key={href} href={href} aria-current={current ? 'page' : undefined}>
					{title}
				</a>
			))}
		</nav>
	)
}
