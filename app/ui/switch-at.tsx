import type { ReactNode } from 'react'

/**
 * Content that is valid until a time (UTC ms). Scripts then replace it by `after` and announce that; without scripts it
 * must name the time itself, as it is what a browser prints, or shows without style sheets.
 */
export function SwitchAt({ at, after, children }: { at: number; after: string; children: ReactNode }) {
	return (
		<switch-at at={at} after={after}>
			<div>{children}</div>
			<p role="status" />
		</switch-at>
	)
}
