import type { ReactNode } from 'react'

type CardProps = {
	title?: ReactNode
	/** Stands to the right of the title: a link, a badge. */
	aside?: ReactNode
	children: ReactNode
	/** No inner margin, for a table. */
	flush?: boolean
}

/** A sheet with a title: the unit that pages are composed of. */
export function Card({ title, aside, children, flush = false }: CardProps) {
	return (
		<section className="sheet min-w-0">
			{title ? (
				<header
					className={`flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 px-[min(1.25rem,6.25vw)] pt-4 has-[img]:items-center ${flush ? 'pb-3' : ''}`}
				>
					<h2>{title}</h2>
					{aside}
				</header>
			) : null}
			<div className={flush ? '' : 'px-[min(1.25rem,6.25vw)] py-5'}>{children}</div>
		</section>
	)
}
