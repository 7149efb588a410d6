import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates an island. Resolves when the tool is interactive. */
export function mount<Props extends object>(
	island: Element,
	Tool: ComponentType<Props>,
	props: Props,
): Promise<void> {
	return new Promise(resolve => {
		hydrateRoot(
			island,
			<Mounted onMount={resolve}>
				<Tool {...props} />
			</Mounted>,
		)
	})
}

function Mounted({ onMount, children }: { onMount: () => void; children: ReactNode }) {
	useEffect(onMount, [onMount])
	return children
}
