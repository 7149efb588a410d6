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

const WRONG = 'Please check the IBAN: a character of it is wrong, or two have changed places'

/* NO begins the IBANs of Norway as well. */
const WORD = /^IBAN((NUMBER|NO|NR)(?=[^\p{L}\p{N}]|\p{L}{2}\p{N}{2}))?[^\p{L}\p{N}]*/iu

/* After other words. Its first four characters must be adjacent: "account no 12345678901234" is not one. */
const LATER = /(?:^|\P{L})([A-Z]{2}\d{2}(?:\s*[A-Z\d]){11,30})/iu

/**
 * Checks an account number that looks like an IBAN (two letters of any script, two digits, whatever separators), with
 * or without words before it; ignores spaces and invisible characters. Undefined for a valid one, and for every other
 * account number.
 */
export function ibanProblem(typed: string): string | undefined {
	const text = typed.normalize('NFKC').replace(/(?!\s)\p{C}/gu, '')
	const iban = text.replace(/\s/g, '').replace(WORD, '')
	if (!/^\p{L}{2}\p{N}{2}/u.test(iban) && !isParted(iban)) {
		const later = LATER.exec(text)?.[1]
		return later && problemOfCharacters(later.replace(/\s/g, '').toUpperCase())
	}
	if (!/^[A-Z\d]+$/i.test(iban)) return 'Please enter the IBAN with letters and digits only'
	return problemOfCharacters(iban.toUpperCase())
}

/* With a separator between its first characters, which "A/C 12345678" has too. */
function isParted(iban: string): boolean {
	const letters = iban.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
	return letters.length >= 15 && /^..\d{2}/.test(letters) && LENGTHS.has(letters.slice(0, 2))
}

function problemOfCharacters(iban: string): string | undefined {
	const country = iban.slice(0, 2)
	const length = LENGTHS.get(country)
	if (length !== undefined && iban.length !== length) {
		return `Please check the IBAN: it has ${iban.length} characters, and one that begins with ${country} has ${length}`
	}
	if (iban.length < 15 || iban.length > 34)
		return 'Please check the IBAN: it has between 15 and 34 characters'
	// The remainder alone would accept 00, 01 and 99 for 97, 98 and 02; check digits range from 02 to 98.
	if (/^..(00|01|99)/.test(iban) || remainder(iban) !== 1) return WRONG
	return undefined
}

/**
 * Computes the remainder modulo 97 of the IBAN with its first four characters moved to the end and letters as 10 to 35
 * (ISO 7064).
 */
function remainder(iban: string): number {
	let rest = 0
	for (const character of iban.slice(4) + iban.slice(0, 4)) {
		const value = Number.parseInt(character, 36)
		rest = (rest * (value > 9 ? 100 : 10) + value) % 97
	}
	return rest
}
