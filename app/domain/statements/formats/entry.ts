import type { bankEntries, statements } from '~/server/db/schema.server'

/* Bank statements of any format. */

export type Format = (typeof statements.$inferSelect)['format']

export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
	camt: 'CAMT.053',
	mt940: 'MT940',
	ofx: 'OFX',
	csv: 'CSV',
}

/** A booked line: money in (`pence` > 0) or out. Texts that the bank does not give are empty. */
export type BankLine = Pick<
	typeof bankEntries.$inferSelect,
	'bookedOn' | 'pence' | 'counterparty' | 'text' | 'bankReference'
>

/** The bank has replaced or deleted its earlier entry with the number `corrected`. */
type Corrected = { corrected: string; word: 'Replaced' | 'Deleted' }

/** A line as read. Without pence it moves no money, but may correct another. */
export type Line = BankLine & { currency: string; corrects?: Corrected | undefined }

/** The balances before and after the entries of a file, in pence. */
type Balances = { opening: number; closing: number }

/** A statement of a file: its lines, and the balances they must add up to, if any. */
export type FileContent = { lines: Line[]; balances?: Balances | undefined }

/**
 * A statement in pounds. `balances`: if the file has them, and its entries add up. `foreign`: how many lines were
 * omitted because they are in another currency.
 */
export type Statement = {
	format: Format
	lines: BankLine[]
	balances: Balances | null
	foreign: number
	corrections: (BankLine & Corrected)[]
}

/**
 * A CSV file with unknown titles, whose columns an administrator can assign. `rows`: the first lines. `problem`: why
 * the columns chosen before cannot be read.
 */
export type UnknownFile = { titles: string[]; rows: string[][]; problem?: string }

export const NO_SUM = 'The entries do not add up to the balances of the statement.'

/** Thrown for a file that cannot be imported; the message says why. */
export class UnreadableStatement extends Error {
	readonly unknown: UnknownFile | undefined

	constructor(message: string, unknown?: UnknownFile) {
		super(message)
		this.unknown = unknown
	}
}
