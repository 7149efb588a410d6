/**
 * Lengths of IBANs by country, from the registry of ISO 13616; for other countries only the overall limits are checked.
 */
const LENGTHS = new Map(
	[
		'AD24 AE23 AT20 BE16 BG22 BH22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IL23',
		'IS26 IT27 KW30 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 QA29 RO24 SA24 SE24 SI19 SK24 SM27 TR26 UA29',
		'VA22',
	]
		.flatMap(line => line.split(' '))
		.map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * Checks an account number that begins like an IBAN, with two letters and two digits; ignores spaces. Returns undefined
 * for a valid one, and for every other account number.
 */
export function ibanProblem(typed: string): string | undefined {
	const characters = typed.replace(/\s/g, '')
	if (!/^[A-Z]{2}\d{2}/i.test(characters)) return undefined
	if (!/^[A-Z\d]+$/i.test(characters)) return 'Please enter the IBAN with letters and digits only'
	const iban = characters.toUpperCase()
	const country = iban.slice(0, 2)
	const length = LENGTHS.get(country)
	if (length !== undefined && iban.length !== length) {
		return `Please check the IBAN: it has ${iban.length} characters, and one that begins with ${country} has ${length}`
	}
	if (iban.length < 15 || iban.length > 34)
		return 'Please check the IBAN: it has between 15 and 34 characters'
	// The remainder alone would accept 00, 01 and 99 for 97, 98 and 02; check digits range from 02 to 98.
	if (/^..(00|01|99)/.test(iban) || remainder(iban) !== 1)
		return 'Please check the IBAN: a character of it is wrong, or two have changed places'
	return undefined
}

/**
 * Computes the remainder modulo 97 of the IBAN with its first four characters moved to the end and letters as 10 to 35
 * (ISO 7064).
 */
function remainder(iban: string): number {
	const digits = [...iban.slice(4), ...iban.slice(0, 4)].map(character => Number.parseInt(character, 36))
	return Number(BigInt(digits.join('')) % 97n)
}
