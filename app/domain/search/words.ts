import { searchWords } from './expression'

/**
 * Whether a short text holds every word of a search, whatever their case and accents. For lists that are small enough
 * to be looked through; long ones have an index.
 */
export function containsWords(text: string, q: string): boolean {
	const plain = plainly(text)
	return searchWords(plainly(q)).every(word => plain.includes(word))
}

/* As the trigram index compares. */
function plainly(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
