/**
 * Removes invisible characters from typed text: the one place that defines them (docs/decisions/0071). Hidden
 * characters make two texts differ that look the same, and one text look like another. Safe for the browser.
 */

/* Control and format characters, private and unassigned ones, halves of pairs, and whatever Unicode calls ignorable:
   soft hyphen, direction marks, zero widths, fillers, variation selectors. The braille blank, the null notehead and the
   Khitan filler are visible characters by name only. */
const UNSEEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}]`
const CONTROLS = String.raw`[\p{Cc}\p{Zl}\p{Zp}]`

const hidden = new RegExp(`(?!${CONTROLS})${UNSEEN}`, 'gu')
const spaces = /[\p{Zs}\t]/gu
const controls = new RegExp(CONTROLS, 'u')
const everyControl = new RegExp(CONTROLS, 'gu')

/**
 * One line as it is read: nothing hidden, plain spaces. Line breaks and controls stay, for {@link isOneLine} to refuse.
 */
export function visibleLine(text: string): string {
	return text.replace(hidden, '').replace(spaces, ' ').trim()
}

/** Tests whether a text is one line: no line break of any kind, nor another control character. */
export function isOneLine(text: string): boolean {
	return !controls.test(text)
}

/** {@link visibleLine} of what is never refused, a search or a name from elsewhere: breaks and controls are spaces. */
export function forcedLine(text: string): string {
	return visibleLine(text.replace(everyControl, ' '))
}

/* Joiners that make one sign of several emoji, or part the letters of a Persian word, are seen. */
const EMOJI = String.raw`\p{Extended_Pictographic}`
const SEEN_JOINERS = [
	String.raw`(?<=${EMOJI}[\p{Emoji_Modifier}\ufe0f]?)\u200d(?=${EMOJI})`,
	String.raw`(?<=${EMOJI})\ufe0f`,
	String.raw`(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})`,
].join('|')

/** Several lines as they are read: nothing hidden, plain spaces, every line break one "\n", as browsers count them. */
export function visibleText(text: string): string {
	/* Made here, not with the module: older browsers that read lines alone do not know what stands in it. */
	const hiddenInText = new RegExp(String.raw`(?!\n|${SEEN_JOINERS})${UNSEEN}`, 'gu')
	return text
		.replace(/\r\n|[\r\v\f\x85\p{Zl}\p{Zp}]/gu, '\n')
		.replace(spaces, ' ')
		.replace(hiddenInText, '')
		.trim()
}

/** With a capital letter at its beginning. */
export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A count and its noun: '1 order', '2,000 orders'. */
export function pluralize(count: number, noun: string): string {
	return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
