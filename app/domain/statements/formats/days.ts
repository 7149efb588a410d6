import { isoDay, leadingDay } from './values'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads the days of a column: '2026-11-21', '21/11/2026', '21.11.26', '21 Nov 2026'. Figures are day, month, year, as
 * in Britain, unless a day of the column could not be one so (11/21/2026) and none could not be one the other way.
 */
export function dayReader(column: readonly string[]): (text: string) => string | null {
	const isAmerican =
		column.some(text => (figuresOf(text)?.[1] ?? 0) > 12) &&
		!column.some(text => (figuresOf(text)?.[0] ?? 0) > 12)
	return text => {
		const figures = figuresOf(text)
		if (figures) {
			const [one, other, year] = figures
			return isAmerican ? isoDay(year, one, other) : isoDay(year, other, one)
		}
		return leadingDay(text) ?? namedDay(text)
	}
}

function figuresOf(text: string): [number, number, number] | null {
	const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/.exec(text.trim())
	if (!match) return null
	const year = Number(match[3])
	return [Number(match[1]), Number(match[2]), year < 100 ? 2000 + year : year]
}

function namedDay(text: string): string | null {
	const match = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4}|\d{2})(?!\d)/i.exec(text.trim())
	if (!match?.[2]) return null
	const year = Number(match[3])
	return isoDay(year < 100 ? 2000 + year : year, MONTHS.indexOf(match[2].toLowerCase()) + 1, Number(match[1]))
}
