import { searchWords } from './expression'

/**
 * Whether a short text holds every word of a search, whatever their case and accents. For lists that are small enough
 * to be looked through; long ones have an index.
 */
export function containsWords(text: string, q: string): boolean {
	const plain = normalize(text)
	return searchWords(normalize(q)).every(word => plain.includes(word))
}

/* As the trigram index compares. */
function normalize(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
