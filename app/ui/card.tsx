import type { ReactNode } from 'react'
import { Kept } from './kept'

type CardProps = {
	title?: ReactNode
	/** Stands to the right of the title: a link, a badge. */
	aside?: ReactNode
	children: ReactNode
	/** No inner margin, for a table. */
	flush?: boolean
}

const SHEET = 'sheet min-w-0'

/** A sheet with a title: the unit that pages are composed of. */
export function Card(props: CardProps) {
	return <section className={SHEET}>{inCard(props)}</section>
}

/** A {@link Card} of `props` alone, as {@link Kept} has them: the server draws it once for the same. */
export function keptCard<Props extends object>(cardOf: (props: Props) => CardProps) {
	const inside = (props: Props) => inCard(cardOf(props))
	return (props: Props) => <Kept as="section" className={SHEET} of={inside} props={props} />
}

function inCard({ title, aside, children, flush = false }: CardProps) {
	return (
		<>
			{title ? (
				<header
					className={`flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 px-[min(1.25rem,6.25vw)] pt-4 has-[img]:items-center ${flush ? 'pb-3' : ''}`}
				>
					<h2>{title}</h2>
					{aside}
				</header>
			) : null}
			<div className={flush ? '' : 'px-[min(1.25rem,6.25vw)] py-5'}>{children}</div>
		</>
	)
}
