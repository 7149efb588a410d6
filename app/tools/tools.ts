import type { ComponentType } from 'react'

/** The tools by their island's name. React is loaded with the first of them, and not on pages without any. */
export const tools = {
	'cell-selector': tool(() => import('./cell-selector/cell-selector').then(found => found.CellSelector)),
	'image-editor': tool(() => import('./image-editor/image-editor').then(found => found.ImageEditor)),
	'payment-form': tool(() => import('./payment-form/payment-form').then(found => found.PaymentForm)),
} as const

export type ToolName = keyof typeof tools

export function isToolName(name: string): name is ToolName {
	return Object.hasOwn(tools, name)
}

/** Loads React and a tool in parallel, and hydrates an island that the server has rendered. */
function tool<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	return async (island: Element, props: unknown): Promise<void> => {
		const [{ mount }, Tool] = await Promise.all([import('./mount'), load()])
		// Island renders the props together with the tool's name.
		await mount(island, Tool, props as Props)
	}
}
