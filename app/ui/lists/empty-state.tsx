import type { ReactNode } from 'react'

type Props = {
	title: string
	children?: ReactNode
	action?: ReactNode
}

/** Says that there is nothing here yet, and what to do next. */
export function EmptyState({ title, children, action }: Props) {
	return (
		<div className="grid justify-items-center gap-3 px-6 py-8 text-center">
			<svg aria-hidden="true" width="3.5rem" height="2.5rem" viewBox="0 0 56 40" className="text-accent">
				<path
					d="M.5.5h55v39H.5zM14.5.5v39M28.5.5v39M42.5.5v39M.5 13.5h55M.5 26.5h55"
					fill="none"
					stroke="currentColor"
					opacity=".45"
				/>
				<path d="M28.5 13.5h14v13h-14z" fill="none" stroke="currentColor" strokeWidth="1.5" />
			</svg>
			<h2>{title}</h2>
			{children ? <div className="max-w-text text-sm text-muted">{children}</div> : null}
			{action}
		</div>
	)
}
