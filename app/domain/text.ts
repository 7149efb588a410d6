/**
 * Removes invisible characters from typed text; the only place that defines them (docs/decisions/0071). They make texts
 * differ that look the same, and let one text imitate another. Safe for the browser.
 */

/* Control, format, private-use and unassigned characters, lone surrogates, and all that Unicode calls ignorable: soft
   hyphen, direction marks, zero widths, fillers, variation selectors. The braille blank, the null notehead and the
   Khitan filler are visible by name only. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}]/gu
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u
const spaces = /[\p{Zs}\t]/gu

/**
 * Cleans a line: removes hidden characters, makes spaces plain. Line breaks and controls stay, for {@link isOneLine} to
 * refuse.
 */
export function cleanLine(text: string): string {
	return text
		.replace(unseen, character => (controls.test(character) ? character : ''))
		.replace(spaces, ' ')
		.trim()
}

/** Tests whether a text is one line: no line break of any kind, nor another control character. */
export function isOneLine(text: string): boolean {
	return !controls.test(text)
}

/** Like {@link cleanLine}, for input that is never refused, such as a search: breaks and controls become spaces. */
export function toOneLine(text: string): string {
	return cleanLine(text.replace(new RegExp(controls, 'gu'), ' '))
}

/**
 * Cleans a text of several lines: removes hidden characters, makes spaces plain, and every line break "\n", as browsers
 * count them.
 */
export function cleanText(text: string): string {
	/* Joiners that combine emoji, or separate the letters of a Persian word, are visible. Created here, not at module
	   level: older browsers that only use lines do not support this syntax. */
	const emoji = String.raw`\p{Extended_Pictographic}`
	const seenJoiners = [
		String.raw`(?<=${emoji}[\p{Emoji_Modifier}\ufe0f]?)\u200d(?=${emoji})`,
		String.raw`(?<=${emoji})\ufe0f`,
		String.raw`(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})`,
	].join('|')
	const hiddenInText = new RegExp(String.raw`(?!\n|${seenJoiners})${unseen.source}`, 'gu')
	return text
		.replace(/\r\n|[\r\v\f\x85\p{Zl}\p{Zp}]/gu, '\n')
		.replace(spaces, ' ')
		.replace(hiddenInText, '')
		.trim()
}

/** Capitalises the first letter. */
export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Formats a count and its noun: '1 order', '2,000 orders'; with a verb: `pluralize(1, 'order is', 'orders are')`. */
export function pluralize(count: number, one: string, several = `${one}s`): string {
	return `${count < 1_000 ? count : count.toLocaleString('en-GB')} ${count === 1 ? one : several}`
}
