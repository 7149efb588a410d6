/* Renders a page as a browser without style sheets does. */

/** Elements that such a browser renders inline. */
const INLINE = new Set(
	'a abbr b bdi button cite code data em i kbd label mark output q s samp small span strong sub sup time u var'.split(
		' ',
	),
)
/** Custom elements that only wrap their content. */
const isInline = (name: string) => INLINE.has(name) || (name.includes('-') && !BLOCK_ELEMENTS.has(name))
const BLOCK_ELEMENTS = new Set(['tool-island', 'pixel-grid', 'toast-list', 'toast-message', 'cookie-bar'])
/** Elements without visible text. */
const SILENT = /<(script|style|svg|title|textarea|select|canvas)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const TOKEN = /<(\/?)([a-z][\w-]*)[^>]*>|([^<]+)/g

/**
 * Finds words without white space between them at the border of two inline elements, as in `<a>Home</a><a>About</a>`.
 * Each is returned as "Home|About".
 */
export function findJoinedWords(html: string): string[] {
	const found: string[] = []
	let before = ''
	let closed = false
	let opened = false
	for (const [, slash, name, text] of html.replace(SILENT, '').matchAll(TOKEN)) {
		if (name !== undefined) {
			if (!isInline(name)) before = ''
			else if (slash) closed = true
			else opened = true
			continue
		}
		const words = text ?? ''
		if (before && closed && opened && /\w$/.test(before) && /^[\w£]/.test(words)) {
			found.push(`${before.slice(-20)}|${words.slice(0, 20)}`)
		}
		before = words
		closed = false
		opened = false
	}
	return found
}
