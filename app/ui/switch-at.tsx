import type { ReactNode } from 'react'

/**
 * Something that is true until a moment (UTC ms). With scripts `over` then takes its place and is read out; without
 * them it has to name the moment itself, and is all that a browser prints, one without style sheets too.
 */
export function SwitchAt({ at, over, children }: { at: number; over: string; children: ReactNode }) {
	return (
		<turn-over at={at} over={over}>
			<div>{children}</div>
			<p role="status" />
		</turn-over>
	)
}
