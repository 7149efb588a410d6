/* What a bank statement says, whatever format it came in. */

export const FORMATS = ['camt', 'mt940', 'ofx', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
	camt: 'CAMT.053',
	mt940: 'MT940',
	ofx: 'OFX',
	csv: 'CSV',
}

/** Money that came in. */
export type Payment = {
	/** The day it was booked on, as `2026-11-21`. */
	bookedOn: string
	pence: number
	/** Who paid, as the bank names them; may be empty. */
	payer: string
	/** All that was written with the payment. */
	text: string
	/** The bank's own number of the entry; may be empty. */
	bankReference: string
}

/** A payment of a file. `back`: the money went out again in the same file, on that day, with that bank reference. */
export type Arrived = Payment & { back?: { on: string; reference: string } }

/** A line of a statement as it was read: money out is negative. `isReversal`: the bank says that it undoes another. */
export type Line = Payment & { currency: string; isReversal?: boolean }

/** Why a file is not taken. */
export class UnreadableStatement extends Error {}
