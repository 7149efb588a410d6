/**
 * Money in words and figures. Amounts are integer pence everywhere; these functions are the only ones that turn
 * them into text, and back. Always pounds sterling (docs/decisions: the dollar signs were a mistake).
 */

const wholePounds = new Intl.NumberFormat('en-GB', {
	style: 'currency',
	currency: 'GBP',
	maximumFractionDigits: 0,
})
const poundsAndPence = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** "£4,000,000", and "£4,000,000.50" when there are pence. */
export function formatPounds(pence: number): string {
	return (pence % 100 === 0 ? wholePounds : poundsAndPence).format(pence / 100)
}

/** "£10M", "£1.25M", "£500K", "£999": at most two decimals, none that are zero (specification 1, section 2.5). */
export function abbreviatePounds(pence: number): string {
	const pounds = pence / 100
	const thousands = round(pounds / 1_000)
	const millions = round(pounds / 1_000_000)
	if (Math.abs(thousands) >= 1_000) return `${sign(pence)}£${Math.abs(millions)}M`
	if (Math.abs(pounds) >= 1_000) return `${sign(pence)}£${Math.abs(thousands)}K`
	return formatPounds(pence)
}

function round(value: number): number {
	return Math.round(value * 100) / 100
}

function sign(pence: number): string {
	return pence < 0 ? '-' : ''
}

/** "£4.00 M": two decimals in the checkout, one on dashboards and price cards (specification 2, section 9). */
export function formatMillions(pence: number, decimals: 1 | 2 = 2): string {
	return `${sign(pence)}£${(Math.abs(pence) / 100_000_000).toFixed(decimals)} M`
}

/**
 * Pence from what a person typed as pounds ("1,250.50", "£400"), or null when it is not an amount with at most two
 * decimals between 0 and ten thousand million pounds.
 */
export function parsePounds(text: string): number | null {
	const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim())
	if (!match?.[1]) return null
	const pence = Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
	return pence <= 1_000_000_000_000 ? pence : null
}

const UNITS = [
	'zero',
	'one',
	'two',
	'three',
	'four',
	'five',
	'six',
	'seven',
	'eight',
	'nine',
	'ten',
	'eleven',
	'twelve',
	'thirteen',
	'fourteen',
	'fifteen',
	'sixteen',
	'seventeen',
	'eighteen',
	'nineteen',
] as const
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const SCALES = [
	[1_000_000_000, 'billion'],
	[1_000_000, 'million'],
	[1_000, 'thousand'],
] as const

/** "four million pounds", "one pound and fifty pence": for places where millions are at stake. */
export function poundsInWords(pence: number): string {
	if (pence < 0) return `minus ${poundsInWords(-pence)}`
	const pounds = Math.floor(pence / 100)
	const rest = pence % 100
	const parts = []
	if (pounds > 0 || rest === 0) parts.push(`${numberInWords(pounds)} ${pounds === 1 ? 'pound' : 'pounds'}`)
	if (rest > 0) parts.push(`${numberInWords(rest)} ${rest === 1 ? 'penny' : 'pence'}`)
	return parts.join(' and ')
}

/** Non-negative whole number as British English words: "one hundred and one thousand and five". */
function numberInWords(value: number): string {
	const words: string[] = []
	let rest = value
	for (const [scale, name] of SCALES) {
		const count = Math.floor(rest / scale)
		if (count > 0) words.push(`${hundredsInWords(count)} ${name}`)
		rest %= scale
	}
	if (rest > 0 || words.length === 0) {
		words.push(words.length > 0 && rest < 100 ? `and ${hundredsInWords(rest)}` : hundredsInWords(rest))
	}
	return words.join(' ')
}

function hundredsInWords(value: number): string {
	if (value < 20) return UNITS[value] ?? ''
	if (value < 100) {
		const unit = value % 10
		return `${TENS[Math.floor(value / 10)]}${unit > 0 ? `-${UNITS[unit]}` : ''}`
	}
	const rest = value % 100
	return `${UNITS[Math.floor(value / 100)]} hundred${rest > 0 ? ` and ${hundredsInWords(rest)}` : ''}`
}
