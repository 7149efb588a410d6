import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import postcss, { type ChildNode, type Rule } from 'postcss'

/** A style sheet as a list of texts, each with the classes and elements that a page needs for it to apply. */
type Part =
	| { kind: 'text'; text: string }
	| { kind: 'rule'; selectors: { text: string; needs: string[] }[]; body: string }
	| { kind: 'group'; opening: string; parts: Part[] }

/** The styles of a page, and their hash for the Content-Security-Policy. */
export type PageStyles = { css: Buffer; hash: string }

/* There are about as many sets of names as pages. */
const SETS_OF_NAMES = 100

/**
 * Creates a function that selects the rules of a style sheet that can match a page: those whose classes and elements
 * all occur in it. Fonts, variables and keyframes stay, in order; comments are dropped.
 */
export function stylePicker(css: string): (html: string) => PageStyles {
	const parts = toParts(postcss.parse(css).nodes)
	const picked = new LRUCache<string, PageStyles>({ max: SETS_OF_NAMES })
	return html => {
		const names = namesIn(html)
		const key = [...names].sort().join(' ')
		const known = picked.get(key)
		if (known) return known
		const used = print(parts, names)
		const styles = { css: Buffer.from(used), hash: policyHash(used) }
		picked.set(key, styles)
		return styles
	}
}

/** Hashes the text of a <style> or <script> element for a Content-Security-Policy. */
export function policyHash(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const GROUPS = new Set(['media', 'supports', 'layer', 'container'])

function toParts(nodes: ChildNode[]): Part[] {
	return nodes.flatMap((node): Part[] => {
		if (node.type === 'comment') return []
		if (node.type === 'rule') return [toRule(node)]
		if (node.type === 'atrule' && node.nodes && GROUPS.has(node.name)) {
			return [{ kind: 'group', opening: `@${node.name} ${node.params}{`, parts: toParts(node.nodes) }]
		}
		const isStatement = node.type === 'decl' || !('nodes' in node && node.nodes)
		return [{ kind: 'text', text: node.toString() + (isStatement ? ';' : '') }]
	})
}

function toRule(rule: Rule): Part {
	const text = rule.toString()
	return {
		kind: 'rule',
		selectors: rule.selectors.map(selector => ({ text: selector, needs: findRequiredNames(selector) })),
		body: text.slice(text.indexOf('{', rule.selector.length)),
	}
}

const ESCAPED = /\\(?:([\da-f]{1,6})\s?|(.))/giu
/* Attribute selectors; names with the sign before them; parentheses. */
const TOKEN = /\[[^\]]*\]|(?:[.#]|::?)?(?:[\w\u{80}-\u{10ffff}-]|\\(?:[\da-f]{1,6}\s?|.))+|[()]/giu
const PART_OF_INPUT =
	/^::(file-selector-button|placeholder|-webkit-(search|date|calendar|inner-spin|outer-spin))/

/**
 * Returns the classes (".name") and elements ("name") that a selector requires. Those in parentheses (:is, :not, :has)
 * may be alternatives, so only those outside count.
 */
function findRequiredNames(selector: string): string[] {
	const needs: string[] = []
	let depth = 0
	for (const [token] of selector.matchAll(TOKEN)) {
		if (token === '(') depth++
		else if (token === ')') depth--
		else if (depth > 0) continue
		else if (token.startsWith('.')) needs.push(unescapeName(token))
		else if (/^[a-z]/.test(token)) needs.push(token)
		else if (PART_OF_INPUT.test(token)) needs.push('input')
	}
	return needs
}

function unescapeName(name: string): string {
	return name.replace(ESCAPED, (_, hex: string | undefined, sign: string | undefined) =>
		hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (sign ?? ''),
	)
}

const ENTITIES: Record<string, string> = { gt: '>', lt: '<', quot: '"', '#x27': "'", amp: '&' }
const ENTITY = /&(gt|lt|quot|#x27|amp);/g
/* An element and its classes; React escapes every > in attributes. Skips what no rule applies to, hidden fields, and the
   cells of a grid, which have no classes and would take longer than all the rest. */
const TAG = /<(?!(?:input|span) data-cell=|input type="hidden")([a-z][\w-]*)(?:[^>]*?\sclass="([^"]*)")?/gi

/** Collects the elements ("name") and classes (".name") of a page. */
function namesIn(html: string): Set<string> {
	const names = new Set<string>()
	const lists = new Set<string>()
	for (const element of ['input', 'span']) if (html.includes(`<${element} data-cell=`)) names.add(element)
	for (const [, element = '', classes] of html.matchAll(TAG)) {
		names.add(element.toLowerCase())
		if (classes) lists.add(classes)
	}
	for (const list of lists) {
		const classes = list.replace(ENTITY, (_, entity: string) => ENTITIES[entity] ?? '')
		for (const name of classes.split(/\s+/)) names.add(`.${name}`)
	}
	if (names.has('textarea')) names.add('input')
	return names
}

function print(parts: Part[], used: Set<string>): string {
	let css = ''
	for (const part of parts) {
		if (part.kind === 'text') css += part.text
		else if (part.kind === 'rule') {
			const selectors = part.selectors.filter(({ needs }) => needs.every(name => used.has(name)))
			if (selectors.length > 0) css += selectors.map(({ text }) => text).join(',') + part.body
		} else {
			const inside = print(part.parts, used)
			if (inside) css += `${part.opening}${inside}}`
		}
	}
	return css
}
