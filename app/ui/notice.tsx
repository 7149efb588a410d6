import type { ReactNode } from 'react'

export type Tone = 'info' | 'success' | 'warning' | 'error'

type Props = {
	tone?: Tone
	title?: string | undefined
	children?: ReactNode
}

/** A permanent message on the page, in contrast to a toast. */
export function Notice({ tone = 'info', title, children }: Props) {
	return (
		<div className={`notice tone-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
			{title ? <p className="font-semibold">{title}</p> : null}
			{children}
		</div>
	)
}
