import type { ComponentType } from 'react'

/**
 * The tools by the name that an island has in the page. React comes with the first of them, and with no page that has
 * none.
 */
export const tools = {
	'cell-selector': tool(() => import('./cell-selector/cell-selector').then(found => found.CellSelector)),
	'image-editor': tool(() => import('./image-editor/image-editor').then(found => found.ImageEditor)),
	'payment-form': tool(() => import('./payment-form/payment-form').then(found => found.PaymentForm)),
} as const

export type ToolName = keyof typeof tools

/** Tests whether a tool has that name. */
export function isToolName(name: string): name is ToolName {
	return Object.hasOwn(tools, name)
}

/** Loads React and a tool side by side, and lets them take over an island that the server has drawn. */
function tool<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	return async (island: Element, props: unknown): Promise<void> => {
		const [{ mount }, Tool] = await Promise.all([import('./mount'), load()])
		// The server wrote these props for this very tool: Island takes both together.
		await mount(island, Tool, props as Props)
	}
}
