import type { ReactNode } from 'react'

/**
 * Content that is valid until a time (UTC ms). Scripts then replace it by `over` and announce that; without scripts it
 * must name the time itself, as it is what a browser prints, or shows without style sheets.
 */
export function SwitchAt({ at, over, children }: { at: number; over: string; children: ReactNode }) {
	return (
		<turn-over at={at} over={over}>
			<div>{children}</div>
			<p role="status" />
		</turn-over>
	)
}
