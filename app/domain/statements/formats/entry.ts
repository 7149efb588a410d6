/* A bank statement, in any format. */

export const FORMATS = ['camt', 'mt940', 'ofx', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
	camt: 'CAMT.053',
	mt940: 'MT940',
	ofx: 'OFX',
	csv: 'CSV',
}

/** A booked line in pounds: money in (`pence` > 0) or out. */
export type BankLine = {
	/** The day it was booked on, as `2026-11-21`. */
	bookedOn: string
	pence: number
	/** The other party, as the bank names it; may be empty. */
	payer: string
	/** All that was written with the payment. */
	text: string
	/** The bank's own number of the entry; may be empty. */
	bankReference: string
}

/**
 * A line of a statement as it was read. `corrects`: the bank's own number of another entry, which this one replaces or
 * deletes. `isVoid`: it moves no money itself, for it deletes another, or is replaced or deleted in the same file.
 */
export type Line = BankLine & {
	currency: string
	corrects?: { bankReference: string; word: 'Replaced' | 'Deleted' }
	isVoid?: boolean
}

/** What a file says: its lines, and its balances where it has them. */
export type FileContent = { lines: Line[]; balances?: Balances | undefined }

/** That the bank has replaced or deleted the entry with the number `corrected` of its own. */
export type Correction = Pick<BankLine, 'bookedOn' | 'bankReference'> & {
	corrected: string
	word: 'Replaced' | 'Deleted'
}

/** What was on the account before the entries of a file and after them, in pence. */
export type Balances = { opening: number; closing: number }

/**
 * `balances`: where the file has them in pounds, and its entries lead from one to the other. `foreign`: how
 * many lines are left out because they are not in pounds.
 */
export type Statement = {
	format: Format
	lines: BankLine[]
	balances: Balances | null
	foreign: number
	corrections: Correction[]
}

/** Why a file is not taken. */
export class UnreadableStatement extends Error {}

/** A CSV file with titles that we do not know: somebody can say which column is what. `rows`: the first lines. */
export type UnknownFile = { titles: string[]; rows: string[][] }

export class UnknownColumns extends UnreadableStatement {
	readonly file: UnknownFile

	constructor(file: UnknownFile) {
		super(UNKNOWN_COLUMNS)
		this.file = file
	}
}

export const UNKNOWN_COLUMNS =
	'The columns were not recognised. A CSV file needs a line of titles with a date and an amount, or money in and money out.'
