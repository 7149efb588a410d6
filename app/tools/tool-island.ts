import { needStyles } from '~/elements/styles'
import { define, TypedElement } from '~/elements/typed-element'
import { isToolName, tools } from './tools'

/** The place of a tool in a page. It works as plain HTML until the tool has come, and for good if it does not. */
class ToolIsland extends TypedElement<'tool-island'> {
	/** Settled when the tool answers, or cannot be had. */
	ready: Promise<unknown> = Promise.resolve()

	connectedCallback() {
		const name = this.read('name')
		if (!isToolName(name)) return
		needStyles()
		this.ready = tools[name](this, JSON.parse(this.read('props'))).catch(error => {
			console.error(error)
			if (import.meta.env.DEV) throw error
		})
	}
}

define('tool-island', ToolIsland)

/** Resolves when every tool of the page answers. */
export async function toolsAreReady(): Promise<void> {
	const islands = [...document.querySelectorAll('tool-island')]
	await Promise.all(islands.map(island => island instanceof ToolIsland && island.ready))
}
