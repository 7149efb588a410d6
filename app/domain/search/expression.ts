/**
 * The words of a search as a question to a trigram index, which knows those of three characters or more; null without
 * such a word. Every word must occur; or all of it together, as in a transaction ID typed with other spaces than
 * stored. What is too short for the index stands in {@link shortWords}.
 */
export function searchExpression(q: string): string | null {
	const words = searchWords(q)
	const long = words.filter(word => !isShort(word))
	if (long.length === 0) return null
	const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
	const every = long.map(quoted).join(' AND ')
	const joined = joinedWords(q)
	return joined !== words[0] && !isShort(joined) ? `(${every}) OR ${quoted(joined)}` : every
}

/** The words of a search that a trigram index does not know. */
export function shortWords(q: string): string[] {
	return searchWords(q).filter(isShort)
}

/** A search without what people put between the parts of an ID. */
export function joinedWords(q: string): string {
	return q.replace(/[\s-]/g, '')
}

const isShort = (word: string) => [...word].length < 3

/** The words of a search. */
export function searchWords(q: string): string[] {
	return q.split(/\s+/).filter(Boolean)
}
