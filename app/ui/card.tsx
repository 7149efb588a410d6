import type { ReactNode } from 'react'

type CardProps = {
	title?: ReactNode
	/** Shown to the right of the title: a link or a badge. */
	aside?: ReactNode
	children: ReactNode
	/** No padding, for a table. */
	flush?: boolean
}

/** A titled card, the unit that pages are composed of. */
export function Card({ title, aside, children, flush = false }: CardProps) {
	return (
		<section className="sheet min-w-0">
			{title ? (
				<header className={flush ? 'card-head card-head-flush' : 'card-head'}>
					<h2>{title}</h2>
					{aside}
				</header>
			) : null}
			<div className={flush ? undefined : 'card-body'}>{children}</div>
		</section>
	)
}
