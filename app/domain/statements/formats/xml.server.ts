import { XMLParser } from 'fast-xml-parser'
import { UnreadableStatement } from './entry'

/** An element: text, or elements by name. Repeated ones are a list. */
export type Node = string | { [name: string]: Node } | Node[] | undefined

const parser = new XMLParser({
	parseTagValue: false,
	parseAttributeValue: false,
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	removeNSPrefix: true,
	// For characters and line breaks written as numeric references.
	htmlEntities: true,
	trimValues: true,
})

/**
 * Parses XML.
 * @throws UnreadableStatement for a document type, which could define entities, and for incomplete XML.
 */
export function readXml(text: string): Node {
	if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
		throw new UnreadableStatement(
			'The file declares a document type (DOCTYPE), which bank statements do not have.',
		)
	}
	try {
		return parser.parse(text, true)
	} catch {
		// Throws for endlessly nested elements, and for names with a meaning in JavaScript.
	}
	throw new UnreadableStatement('The file is damaged or not complete.')
}

/** Finds the elements at a path such as 'Stmt/Bal', whether each step has none, one or several. */
export function findAll(node: Node, path: string): Node[] {
	const step = (nodes: Node[], name: string) => nodes.flatMap(each => findChildren(each, name))
	return path.split('/').reduce(step, [node].flat())
}

function findChildren(node: Node, name: string): Node[] {
	if (typeof node !== 'object' || Array.isArray(node) || !Object.hasOwn(node, name)) return []
	return [node[name]].flat()
}

/** Finds the texts at some paths, in the order of the paths. */
export function findTexts(node: Node, ...paths: string[]): string[] {
	return paths
		.flatMap(path => findAll(node, path))
		.map(found => (typeof found === 'object' && !Array.isArray(found) ? found['#text'] : found))
		.filter(found => typeof found === 'string')
}

/** Finds the first text that is not empty at some paths, or returns an empty one. */
export function findFirstText(node: Node, ...paths: string[]): string {
	return findTexts(node, ...paths).find(Boolean) ?? ''
}
