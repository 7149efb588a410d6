import { defineElement } from '~/elements/define'
import { needStyles } from '~/elements/styles'
import { isToolName, tools } from './tools'

const starting: Promise<unknown>[] = []

/* The place of a tool in a page. It works as plain HTML until the tool has loaded, and for good if it does not. */
defineElement('tool-island', (island, read) => {
	const name = read('name')
	if (!isToolName(name)) return
	needStyles()
	starting.push(
		tools[name](island, JSON.parse(read('props'))).catch(error => {
			console.error(error)
			if (import.meta.env.DEV) throw error
		}),
	)
})

/** Resolves when every tool of the page is interactive, or has failed to load. */
export async function whenToolsReady(): Promise<void> {
	await Promise.all(starting)
}
