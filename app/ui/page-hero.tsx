import type { ReactNode } from 'react'

/** The opening of a public page: a small line, the title, a first paragraph. */
export function PageHero({
	kicker,
	title,
	children,
}: {
	kicker: string
	title: string
	children: ReactNode
}) {
	return (
		<header className="wrap grid gap-6 pt-16 pb-14 md:pt-24 md:pb-20">
			<p className="kicker">{kicker}</p>
			<h1 className="max-w-text text-2xl">{title}</h1>
			<hr className="rule" />
			<p className="max-w-text text-lg text-muted">{children}</p>
		</header>
	)
}
