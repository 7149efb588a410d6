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
	// For letters and line breaks that are written as numbers.
	htmlEntities: true,
	trimValues: true,
})

/**
 * Reads XML. @throws UnreadableStatement for a document type, which could define entities, and for what is not whole.
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
		// It throws for elements without end in one another, and for names that mean something in JavaScript.
	}
	throw new UnreadableStatement('The file is damaged or not complete.')
}

/** The elements at a path, whether there are none, one or several on the way. */
export function findAll(node: Node, ...path: string[]): Node[] {
	if (node === undefined) return []
	if (Array.isArray(node)) return node.flatMap(one => findAll(one, ...path))
	const [name, ...rest] = path
	if (name === undefined) return [node]
	return typeof node === 'string' ? [] : findAll(Object.hasOwn(node, name) ? node[name] : undefined, ...rest)
}

/** The texts at a path. */
export function findTexts(node: Node, ...path: string[]): string[] {
	return findAll(node, ...path)
		.map(found => (typeof found === 'object' && !Array.isArray(found) ? found['#text'] : found))
		.filter(found => typeof found === 'string')
}

/** The first text at a path, or an empty one. */
export function findFirstText(node: Node, ...path: string[]): string {
	return findTexts(node, ...path)[0] ?? ''
}
