/* Countries and contact numbers. Safe for the browser. */

/** Telephone prefix by country, as the form offers them. */
export const COUNTRIES = {
	UK: { name: 'United Kingdom', prefix: '+44' },
	US: { name: 'United States', prefix: '+1' },
	Canada: { name: 'Canada', prefix: '+1' },
	Australia: { name: 'Australia', prefix: '+61' },
	India: { name: 'India', prefix: '+91' },
	Germany: { name: 'Germany', prefix: '+49' },
	France: { name: 'France', prefix: '+33' },
	Spain: { name: 'Spain', prefix: '+34' },
	Italy: { name: 'Italy', prefix: '+39' },
	Japan: { name: 'Japan', prefix: '+81' },
	China: { name: 'China', prefix: '+86' },
	Other: { name: 'Other', prefix: '+' },
} as const

export type Country = keyof typeof COUNTRIES

export const COUNTRY_CODES = Object.keys(COUNTRIES) as [Country, ...Country[]]

/** Returns the name of a country by the code that the form sends. */
export function formatCountry(code: string | null): string {
	return Object.entries(COUNTRIES).find(([known]) => known === code)?.[1].name ?? code ?? ''
}

/**
 * Joins the country's prefix and the number, with spaces for the characters between digits. A number typed with its own
 * plus, or with an international dialling prefix, keeps it; behind a prefix the national trunk digit is dropped.
 * Without a plus, a number of a country not in the list stays unchanged.
 */
export function joinContactNumber(country: Country, typed: string): string {
	const text = typed.normalize('NFKC')
	const bare = text.replace('(0)', '').replace(SEPARATORS, '')
	const exit = exitCode(country, bare)
	// In Italy, San Marino and the Vatican the zero is part of the number.
	const keepsZero = exit === '' ? country === 'Italy' : /^(39|378|379)/.test(bare.slice(exit.length))
	const number = keepsZero ? text.replace('(0)', '0').replace(SEPARATORS, '') : bare
	if (exit !== '') return `+${number.slice(exit.length)}`
	if (country === 'Other') return number
	const trunk = country === 'US' || country === 'Canada' ? /^1(?=\d{10}$)/ : /^0/
	return COUNTRIES[country].prefix + (keepsZero ? number : number.replace(trunk, ''))
}

const SEPARATORS = /[\s()./-]/g

/** Returns the digits for dialling out of a country, which replace the plus; empty without any. */
function exitCode(country: Country, digits: string): string {
	const codes = ['+', '0011', '00']
	// Numbers within India, Italy, Japan and Britain that begin with 011 have at most eleven digits.
	if (country === 'US' || country === 'Canada' || digits.length > 11) codes.push('011')
	if (country === 'Japan') codes.push('010')
	return codes.find(code => digits.startsWith(code)) ?? ''
}

/** Checks a joined number: a plus and 7 to 15 digits in all (E.164). */
export function contactNumberProblem(joined: string): string | undefined {
	if (/^\d+$/.test(joined)) return 'Please begin the contact number with a plus and the country code'
	return /^\+[1-9]\d{6,14}$/.test(joined) ? undefined : 'Valid contact number is required (7-15 digits)'
}
