/**
 * Formats and parses money. Amounts are integer pence everywhere; only these functions convert them to text and back.
 * Always pounds sterling. docs/decisions/0065 tells which format belongs where.
 */

const wholePounds = new Intl.NumberFormat('en-GB', {
	style: 'currency',
	currency: 'GBP',
	maximumFractionDigits: 0,
})
const poundsAndPence = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

const THOUSAND_POUNDS = 100_000
const MILLION_POUNDS = 100_000_000

/** Formats an exact amount: "£4,000,000", "£4,000,000.50" with pence, "−£5". */
export function formatPounds(pence: number): string {
	const format = pence % 100 === 0 ? wholePounds : poundsAndPence
	// Adding 0 turns a negative zero, as of no discount, into a plain one.
	return format.format(pence / 100 + 0).replace('-', MINUS)
}

const MINUS = '−'

/** Formats an amount with its words, for confirmations: "£900,000 · nine hundred thousand pounds". */
export function poundsWithWords(pence: number): string {
	return `${formatPounds(pence)} · ${poundsInWords(pence)}`
}

/**
 * Formats millions: "£4.00 M" with two decimals in the checkout, "£0.5 M" with one on dashboards and price cards; in
 * full if these decimals would not be exact.
 */
export function formatMillions(pence: number, decimals: 1 | 2 = 2): string {
	const millions = formatExact(pence, MILLION_POUNDS, decimals, decimals)
	return millions === undefined ? formatPounds(pence) : `${sign(pence)}£${millions} M`
}

/** Abbreviates for the cards of the home page: "£10M", "£1.25M", "£500K"; in full if that would not be exact. */
export function abbreviatePounds(pence: number): string {
	const isMillions = Math.abs(pence) >= MILLION_POUNDS
	const unit = isMillions ? MILLION_POUNDS : THOUSAND_POUNDS
	const figure = Math.abs(pence) < unit ? undefined : formatExact(pence, unit, 0, 2)
	return figure === undefined ? formatPounds(pence) : `${sign(pence)}£${figure}${isMillions ? 'M' : 'K'}`
}

/**
 * Formats a range of prices for sentences: "from £100,000 to £10 million", or "£100,000" if all are equal. Needs at
 * least one price.
 */
export function priceRange(prices: readonly number[]): string {
	const [min, max] = [Math.min(...prices), Math.max(...prices)].map(formatInProse)
	return min === max ? `${min}` : `from ${min} to ${max}`
}

function formatInProse(pence: number): string {
	const millions = pence < MILLION_POUNDS ? undefined : formatExact(pence, MILLION_POUNDS, 0, 2)
	return millions === undefined ? formatPounds(pence) : `£${millions}\u00a0million`
}

/**
 * Formats an amount in `unit`s without its sign, with `min` to `max` decimals; undefined if those would not be exact.
 */
function formatExact(pence: number, unit: number, min: number, max: number): string | undefined {
	if (pence % (unit / 10 ** max) !== 0) return undefined
	return numberFormat(min, max).format(Math.abs(pence) / unit)
}

const formats = new Map<string, Intl.NumberFormat>()

/* Cached, because creating a formatter costs as much as ten rows of a table. */
function numberFormat(min: number, max: number): Intl.NumberFormat {
	const key = `${min} ${max}`
	const options = { minimumFractionDigits: min, maximumFractionDigits: max }
	const format = formats.get(key) ?? new Intl.NumberFormat('en-GB', options)
	formats.set(key, format)
	return format
}

function sign(pence: number): string {
	return pence < 0 ? MINUS : ''
}

/**
 * Parses pounds as typed ("1,250.50", "£400") to pence; null unless it is an amount with at most two decimals between 0
 * and ten thousand million pounds.
 */
export function parsePounds(text: string): number | null {
	const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim())
	if (!match?.[1]) return null
	const pence = Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
	return pence <= 1_000_000_000_000 ? pence : null
}

const UNITS = (
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
	'seventeen eighteen nineteen'
).split(' ')
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const
const SCALES = [
	[1_000_000_000_000, 'trillion'],
	[1_000_000_000, 'billion'],
	[1_000_000, 'million'],
	[1_000, 'thousand'],
] as const

/** Spells out an amount: "four million pounds", "one pound and fifty pence". */
export function poundsInWords(pence: number): string {
	if (pence < 0) return `minus ${poundsInWords(-pence)}`
	const pounds = Math.floor(pence / 100)
	const rest = pence % 100
	const parts = []
	if (pounds > 0 || rest === 0) parts.push(`${numberInWords(pounds)} ${pounds === 1 ? 'pound' : 'pounds'}`)
	if (rest > 0) parts.push(`${numberInWords(rest)} ${rest === 1 ? 'penny' : 'pence'}`)
	return parts.join(' and ')
}

/** Spells out a non-negative integer in British English: "one hundred and one thousand and five". */
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
