/* Separators between two words of a search. Not the hyphen: every id has four. */
const GAPS = ['\n', ' ', '.', '@', '_', "'"]

/**
 * Builds the trigram query of a search: words of three or more characters match anywhere, words of two at the start or
 * end of a word, and single characters next to others are ignored. Every word must occur; or all of it joined, as a
 * transaction ID typed with other spaces than stored. Null for a single character, which trigrams cannot find.
 */
export function searchExpression(q: string): string | null {
	const words = searchWords(q)
	const joined = joinedWords(q)
	const every = words.flatMap(toPhrases).join(' AND ')
	const together = joined === words[0] ? [] : toPhrases(joined)
	const apart = every === '' && words.length > 1 ? [quote(words.join(' '))] : []
	const ways = [...(every ? [every] : apart), ...together]
	return ways.length > 1 ? ways.map(way => `(${way})`).join(' OR ') : (ways[0] ?? null)
}

function toPhrases(word: string): string[] {
	const { length } = [...word]
	if (length > 2) return [quote(word)]
	if (length < 2) return []
	return [`(${GAPS.flatMap(gap => [quote(gap + word), quote(word + gap)]).join(' OR ')})`]
}

function quote(words: string): string {
	return `"${words.replaceAll('"', '""')}"`
}

/* Removes the separators that people type within an ID. */
function joinedWords(q: string): string {
	return q.replace(/[\s-]/g, '')
}

/** Splits a search into words. */
export function searchWords(q: string): string[] {
	return q.split(/\s+/).filter(Boolean)
}

/**
 * Tests whether a short text contains every word of a search, ignoring case and accents. For lists small enough to
 * scan; long ones have an index.
 */
export function containsWords(text: string, q: string): boolean {
	const plain = normalize(text)
	return searchWords(normalize(q)).every(word => plain.includes(word))
}

/* Normalises like the trigram index. */
function normalize(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
