import type { ReactNode } from 'react'

/** The head of a page in the signed-in areas: its name, a line of help, and what can be done. */
export function PageTitle({
	title,
	intro,
	actions,
}: {
	title: string
	intro?: ReactNode
	actions?: ReactNode
}) {
	return (
		<header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
			<div className="grid max-w-text gap-2">
				<h1>{title}</h1>
				{intro ? <p className="text-sm text-muted">{intro}</p> : null}
			</div>
			{actions ? <div className="actions">{actions}</div> : null}
		</header>
	)
}
