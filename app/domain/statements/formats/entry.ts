import type { bankEntries, statements } from '~/server/db/schema.server'

/* A bank statement, in any format. */

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

/** That the bank has replaced or deleted the entry with the number `corrected` of its own. */
type Corrected = { corrected: string; word: 'Replaced' | 'Deleted' }

/** A line as it was read. Without pence it moves no money, but may still correct another. */
export type Line = BankLine & { currency: string; corrects?: Corrected | undefined }

/** The amounts on the account before the entries of a file and after them, in pence. */
type Balances = { opening: number; closing: number }

/** A statement of a file: its lines, and the balances that they have to lead to, where it has them. */
export type FileContent = { lines: Line[]; balances?: Balances | undefined }

/**
 * A statement in pounds. `balances`: where the file has them, and its entries lead from one to the other. `foreign`: how
 * many lines are left out because they are in another currency.
 */
export type Statement = {
	format: Format
	lines: BankLine[]
	balances: Balances | null
	foreign: number
	corrections: (BankLine & Corrected)[]
}

/**
 * A CSV file with titles that we do not know: somebody can say which column is what. `rows`: the first lines. `problem`:
 * why the columns that were chosen before cannot be read.
 */
export type UnknownFile = { titles: string[]; rows: string[][]; problem?: string }

/** Why a file is not taken. */
export class UnreadableStatement extends Error {
	readonly unknown: UnknownFile | undefined

	constructor(message: string, unknown?: UnknownFile) {
		super(message)
		this.unknown = unknown
	}
}
