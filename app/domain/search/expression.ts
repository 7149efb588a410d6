/**
 * The words of a search as a question to a trigram index, or null when a word is too short for it (it needs three
 * characters). Every word must occur; or all of it together, as in a transaction ID typed with other spaces than
 * stored.
 */
export function searchExpression(q: string): string | null {
	const words = searchWords(q)
	if (words.length === 0 || words.some(word => [...word].length < 3)) return null
	const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
	const every = words.map(quoted).join(' AND ')
	const joined = q.replace(/[\s-]/g, '')
	const isOther = joined !== words[0] && [...joined].length >= 3
	return isOther ? `(${every}) OR ${quoted(joined)}` : every
}

/** The words of a search. */
export function searchWords(q: string): string[] {
	return q.split(/\s+/).filter(Boolean)
}
