import { ALPHABET, isReference } from '~/domain/orders/reference'

/* Payment references in what people wrote with a payment. */

const LENGTH = 8

/* Letters of other scripts that look like ours: somebody's keyboard. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
	А: 'A',
	В: 'B',
	Е: 'E',
	К: 'K',
	М: 'M',
	Н: 'H',
	О: 'O',
	Р: 'P',
	С: 'C',
	Т: 'T',
	Х: 'X',
	З: '3',
	Ј: 'J',
	Ԍ: 'G',
	Ԝ: 'W',
	Α: 'A',
	Β: 'B',
	Ε: 'E',
	Η: 'H',
	Ι: 'I',
	Κ: 'K',
	Μ: 'M',
	Ν: 'N',
	Ο: 'O',
	Ρ: 'P',
	Τ: 'T',
	Χ: 'X',
	Ζ: 'Z',
	Ϝ: 'F',
}

/** Letters and figures alone, as capitals of the Latin script: blanks, signs and line breaks part nothing. */
export function lettersOf(text: string): string {
	return [...text.normalize('NFKC').toUpperCase()]
		.map(letter => LOOK_ALIKES[letter] ?? letter)
		.join('')
		.replace(/[^A-Z0-9]/g, '')
}

function windowsOf(text: string): string[] {
	const letters = lettersOf(text)
	const starts = Array.from({ length: Math.max(0, letters.length - LENGTH + 1) }, (_, start) => start)
	return [...new Set(starts.map(start => letters.slice(start, start + LENGTH)))]
}

/**
 * All that could be a reference: the check character is right. Whether there is such an order is for the database to
 * say.
 */
export function quotedIn(text: string): string[] {
	return windowsOf(text).filter(isReference)
}

const TWO_STRANGERS = new RegExp(`[^${ALPHABET}].*[^${ALPHABET}]`)

/**
 * Finds which of some references a text holds with one wrong character, or with two exchanged ones. It looks at the
 * slips that can be made with those references, which are few, and not at the references that a text may mean.
 */
export function nearFinder(references: readonly string[]): (text: string) => string[] {
	const meant = new Map<string, string[]>()
	for (const reference of references) {
		for (const slip of [...gapsIn(reference), ...exchangesIn(reference)]) {
			meant.set(slip, [...(meant.get(slip) ?? []), reference])
		}
	}
	if (meant.size === 0) return () => []
	return text => {
		const windows = windowsOf(text).filter(one => !TWO_STRANGERS.test(one) && !isReference(one))
		return [...new Set(windows.flatMap(one => [one, ...gapsIn(one)].flatMap(slip => meant.get(slip) ?? [])))]
	}
}

/** A text with each of its characters left open in turn. */
function gapsIn(text: string): string[] {
	return Array.from(text, (_, place) => `${text.slice(0, place)}?${text.slice(place + 1)}`)
}

function exchangesIn(reference: string): string[] {
	const letters = [...reference]
	return letters.flatMap((one, a) =>
		letters.slice(a + 1).flatMap((other, ahead) => {
			const exchanged = letters.with(a, other).with(a + 1 + ahead, one)
			return one === other ? [] : [exchanged.join('')]
		}),
	)
}
