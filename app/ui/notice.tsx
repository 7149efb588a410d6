import type { ReactNode } from 'react'

export type Tone = 'info' | 'success' | 'warning' | 'error'

/** A permanent message on the page, in contrast to a toast. */
export function Notice({
	tone = 'info',
	title,
	children,
}: {
	tone?: Tone
	title?: string | undefined
	children?: ReactNode
}) {
	return (
		<div className={`notice tone-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
			{title ? <p className="notice-title">{title}</p> : null}
			{children}
		</div>
	)
}
