/* Separators between two words of a search. Not the hyphen: every id has four. */
const GAPS = ['\n', ' ', '.', '@', '_', "'"]

/**
 * The words of a search as a question to a trigram index: those of three characters and more are found anywhere, those
 * of two where a word begins or ends, and one character beside others is not asked for. Every word must occur; or all
 * of it together, as in a transaction ID typed with other spaces than stored. Null for a single character, which no
 * trigram tells.
 */
export function searchExpression(q: string): string | null {
	const words = searchWords(q)
	const joined = joinedWords(q)
	const every = words.flatMap(asked).join(' AND ')
	const together = joined === words[0] ? [] : asked(joined)
	const apart = every === '' && words.length > 1 ? [quoted(words.join(' '))] : []
	const ways = [...(every ? [every] : apart), ...together]
	return ways.length > 1 ? ways.map(way => `(${way})`).join(' OR ') : (ways[0] ?? null)
}

function asked(word: string): string[] {
	const { length } = [...word]
	if (length > 2) return [quoted(word)]
	if (length < 2) return []
	return [`(${GAPS.flatMap(gap => [quoted(gap + word), quoted(word + gap)]).join(' OR ')})`]
}

function quoted(words: string): string {
	return `"${words.replaceAll('"', '""')}"`
}

/* Without what people put between the parts of an ID. */
function joinedWords(q: string): string {
	return q.replace(/[\s-]/g, '')
}

/** The words of a search. */
export function searchWords(q: string): string[] {
	return q.split(/\s+/).filter(Boolean)
}
