import { searchWords } from './expression'

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
