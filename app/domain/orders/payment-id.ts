/**
 * Normalises a transaction ID for comparison with those used before: NFKC, capitals, only letters and digits, so that
 * spaces, punctuation and invisible characters do not make it a different one. Empty for a text without any.
 */
export function normalisePaymentId(text: string): string {
	const capitals = text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
	// Again, because removed characters may have separated letters that now combine.
	return capitals.replace(/[^\p{L}\p{N}]/gu, '').normalize('NFKC')
}
