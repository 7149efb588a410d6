import type { ReactNode } from 'react'

/**
 * Something that is true until a moment (UTC ms). With scripts it then gives way to `after`, which is read out; without
 * them it has to name the moment itself.
 */
export function SwitchAt({ at, after, children }: { at: number; after: ReactNode; children: ReactNode }) {
	return (
		<turn-over at={at}>
			<div>{children}</div>
			<div role="status">
				<div hidden>{after}</div>
			</div>
		</turn-over>
	)
}
