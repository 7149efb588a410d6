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
		<nav
			aria-label={label}
			className="tabs flex flex-wrap gap-x-6 border-b border-line office:gap-x-5 office:max-md:-mx-(--edge-space) office:max-md:flex-nowrap office:max-md:overflow-x-auto office:max-md:px-(--edge-space) office:max-md:[scrollbar-width:none]"
		>
			{items.map(({ title, href, current }) => (
				<Fragment key={href}>
					<a
						href={href}
						aria-current={current ? 'page' : undefined}
						className="-mb-px min-h-11 border-b-2 border-transparent px-1 py-2.5 whitespace-nowrap text-muted hover:text-fg aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-fg office:min-h-(--tap) office:px-0 office:py-1.5"
					>
						{title}
					</a>{' '}
				</Fragment>
			))}
		</nav>
	)
}
