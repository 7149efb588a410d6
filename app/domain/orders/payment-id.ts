/**
 * A transaction ID as it is compared with those used before: compatible characters as one (NFKC), capitals,
 * letters and digits alone, so that spaces, signs and what nobody can see make no other one of it. Empty for
 * a text without any.
 */
export function comparablePaymentId(text: string): string {
	const capitals = text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
	// Removed characters may have separated letters that now combine.
	return capitals.replace(/[^\p{L}\p{N}]/gu, '').normalize('NFKC')
}
