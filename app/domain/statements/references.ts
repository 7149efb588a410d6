import { isReference, nearReferences } from '~/domain/orders/reference'

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

/** The references that differ from something in the text by one wrong character, or by two exchanged ones. */
export function nearTo(text: string): string[] {
	return [...new Set(windowsOf(text).flatMap(nearReferences))]
}
