import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import postcss, { type ChildNode, type Rule } from 'postcss'

/** A style sheet as a list of texts, each with what a page must have for it to matter. */
type Part =
	| { kind: 'text'; text: string }
	| { kind: 'rule'; selectors: { text: string; needs: string[] }[]; body: string }
	| { kind: 'group'; opening: string; parts: Part[] }

/** Takes a style sheet apart for `usedStyles`. Comments are left out. */
export function parseStyles(css: string): Part[] {
	return partsOf(postcss.parse(css).nodes)
}

/** The styles of a page as they are sent, and what its Content-Security-Policy calls them. */
export type PageStyles = { bytes: Buffer; hash: string }

/* Some 30 kB each; there are some two hundred kinds of page. */
const KINDS_AT_MOST = 300

/**
 * Picks the rules of a style sheet that can match something in a page: those whose classes and elements all occur in
 * it. What is not a rule (fonts, variables, key frames) stays, and so does the order. Pages of the same tags have the
 * same rules, which are picked once. `more`: tags of parts that do not stand in the HTML.
 */
export function stylePicker(
	parts: Part[],
): (html: string, more?: readonly ReadonlySet<string>[]) => PageStyles {
	const picked = new LRUCache<string, PageStyles>({ max: KINDS_AT_MOST })
	return (html, more = []) => {
		const found = tagsIn(html)
		for (const others of more) for (const tag of others) found.add(tag)
		const tags = [...found].sort()
		const kind = tags.join('<')
		const known = picked.get(kind)
		if (known) return known
		const css = print(parts, namesOf(tags))
		const styles = { bytes: Buffer.from(css), hash: policyHash(css) }
		picked.set(kind, styles)
		return styles
	}
}

/** What a Content-Security-Policy calls the text of a <style> or <script> element. */
export function policyHash(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const GROUPS = new Set(['media', 'supports', 'layer', 'container'])

function partsOf(nodes: ChildNode[]): Part[] {
	return nodes.flatMap((node): Part[] => {
		if (node.type === 'comment') return []
		if (node.type === 'rule') return [ruleOf(node)]
		if (node.type === 'atrule' && node.nodes && GROUPS.has(node.name)) {
			return [{ kind: 'group', opening: `@${node.name} ${node.params}{`, parts: partsOf(node.nodes) }]
		}
		const isStatement = node.type === 'decl' || !('nodes' in node && node.nodes)
		return [{ kind: 'text', text: node.toString() + (isStatement ? ';' : '') }]
	})
}

function ruleOf(rule: Rule): Part {
	const text = rule.toString()
	return {
		kind: 'rule',
		selectors: rule.selectors.map(selector => ({ text: selector, needs: needsOf(selector) })),
		body: text.slice(text.indexOf('{', rule.selector.length)),
	}
}

/* What stands in brackets may be one of several, or none of them (:is, :not, :has), so only what stands outside
   counts. */
const BRACKETS = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[[^\]]*\]/g
const CLASS = /\.([\w\-\u{F0000}-\u{FFFFD}]+)/gu
const ELEMENT = /(?<![\w\-.#:\u{F0000}-\u{FFFFD}])[a-z][\w-]*/gu
const PART_OF_INPUT =
	/::(file-selector-button|placeholder|-webkit-(search|date|calendar|inner-spin|outer-spin))/
const ESCAPED = /\\(?:([\da-f]{1,6})\s?|(.))/giu
const HIDDEN = /[\u{F0000}-\u{FFFFD}]/gu
const HIDING_PLACE = 0xf0000

/** Classes (".name") and elements ("name") without which a selector matches nothing. */
function needsOf(selector: string): string[] {
	const hidden = selector.replace(ESCAPED, (_, hex: string | undefined, sign: string | undefined) =>
		String.fromCodePoint(HIDING_PLACE + (hex ? Number.parseInt(hex, 16) : (sign?.codePointAt(0) ?? 0))),
	)
	const plain = hidden.replace(BRACKETS, '')
	const classes = Array.from(plain.matchAll(CLASS), ([name]) =>
		name.replace(HIDDEN, sign => String.fromCodePoint((sign.codePointAt(0) ?? 0) - HIDING_PLACE)),
	)
	const elements = Array.from(plain.matchAll(ELEMENT), ([name]) => name)
	return [...classes, ...elements, ...(PART_OF_INPUT.test(plain) ? ['input'] : [])]
}

const ENTITIES: [RegExp, string][] = [
	[/&gt;/g, '>'],
	[/&lt;/g, '<'],
	[/&quot;/g, '"'],
	[/&#x27;/g, "'"],
	[/&amp;/g, '&'],
]

const NAME = /[a-z][\w-]*/iy
const CLASSES = /\sclass="([^"]*)"/
const CLASS_NAMES = 'class="'
const SLASH = 47
/* The cells of the grid, which have no classes. */
const CELL = '<span data-cell'
const PICK = '<input type="checkbox" name="cell"'

/** The tags of a page without what says nothing of its style: an element with its classes, each once. */
export function tagsIn(html: string): Set<string> {
	const tags = new Set<string>()
	let classAt = html.indexOf(CLASS_NAMES)
	if (html.includes(CELL)) tags.add('span ')
	if (html.includes(PICK)) tags.add('input ')
	for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
		// Half of all tags end something, and the grid has a thousand cells: what says nothing new costs nothing.
		if (html.charCodeAt(at + 1) === SLASH || html.startsWith(CELL, at) || html.startsWith(PICK, at)) continue
		NAME.lastIndex = at + 1
		const [name] = NAME.exec(html) ?? []
		if (name === undefined) continue
		const found = html.indexOf('>', at)
		const end = found < 0 ? html.length : found
		if (classAt >= 0 && classAt < at) classAt = html.indexOf(CLASS_NAMES, at)
		const hasClass = classAt >= 0 && classAt < end
		const [, classes = ''] = hasClass ? (CLASSES.exec(html.slice(at, end)) ?? []) : []
		const isHidden = name === 'input' && html.slice(at, end).includes(' type="hidden"')
		// No rule shows anything of a hidden field.
		tags.add(`${isHidden ? '' : name} ${classes}`)
	}
	return tags
}

function namesOf(tags: Iterable<string>): Set<string> {
	const names = new Set<string>()
	for (const tag of tags) {
		const [element = '', ...classes] = ENTITIES.reduce(
			(text, [entity, sign]) => text.replace(entity, sign),
			tag,
		).split(/\s+/)
		names.add(element.toLowerCase())
		for (const name of classes) names.add(`.${name}`)
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
