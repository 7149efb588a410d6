import type { ReactNode } from 'react'
import { ButtonLink } from '../button'

type Props = {
	title: ReactNode
	href: string
	label: string
	isQuiet?: boolean
	children: ReactNode
}

/** The most likely next step of a member. `isQuiet`: a link back rather than a step forward. */
export function NextStep({ title, href, label, isQuiet = false, children }: Props) {
	return (
		<section className="sheet flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-l-2 border-l-gold px-6 py-4">
			<div className="grid max-w-text gap-1">
				<h2 className="kicker font-sans">Next step</h2>
				<p className="font-semibold first-letter:uppercase">{title}</p>
				<div className="text-muted">{children}</div>
			</div>
			<ButtonLink variant={isQuiet ? 'secondary' : 'primary'} href={href}>
				{label}
			</ButtonLink>
		</section>
	)
}
