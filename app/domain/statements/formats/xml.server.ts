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

/** Finds the elements at a path, whether each step has none, one or several. */
export function findAll(node: Node, ...path: string[]): Node[] {
	if (node === undefined) return []
	if (Array.isArray(node)) return node.flatMap(item => findAll(item, ...path))
	const [name, ...rest] = path
	if (name === undefined) return [node]
	return typeof node === 'string' ? [] : findAll(Object.hasOwn(node, name) ? node[name] : undefined, ...rest)
}

/** Finds the texts at a path. */
export function findTexts(node: Node, ...path: string[]): string[] {
	return findAll(node, ...path)
		.map(found => (typeof found === 'object' && !Array.isArray(found) ? found['#text'] : found))
		.filter(found => typeof found === 'string')
}

/** Finds the first text at a path, or returns an empty one. */
export function findFirstText(node: Node, ...path: string[]): string {
	return findTexts(node, ...path)[0] ?? ''
}
