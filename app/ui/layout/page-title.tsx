import type { ReactNode } from 'react'

/** The head of a page in the signed-in areas: the way back, its name, a line of help, and what can be done. */
export function PageTitle({
	title,
	back,
	intro,
	actions,
}: {
	title: ReactNode
	back?: { href: string; title: string }
	intro?: ReactNode
	actions?: ReactNode
}) {
	return (
		<header className="page-head">
			<div>
				{back ? (
					<a className="link link-alone" href={back.href}>
						{back.title}
					</a>
				) : null}
				<h1>{title}</h1>
				{intro ? <p className="text-sm text-muted">{intro}</p> : null}
			</div>
			{actions ? <div className="actions">{actions}</div> : null}
		</header>
	)
}
