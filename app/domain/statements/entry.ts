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

/**
 * A line of a statement as it was read: money out is negative. `isReversal`: the bank says that it undoes another.
 * `corrects`: the bank's own number of another entry, which this one replaces or deletes. `isVoid`: it moves no money
 * itself, for it deletes another, or is replaced or deleted in the same file.
 */
export type Line = Payment & {
	currency: string
	isReversal?: boolean
	corrects?: { bankReference: string; word: 'replaced' | 'deleted' }
	isVoid?: boolean
}

/**
 * Money that went out, as far as it may tell which payment it takes back. `quoted`: what may be references of orders.
 * `fitting`: the places of the payments of the same file that it may mean; `meant`: the last that no other means.
 */
export type Recall = {
	on: string
	pence: number
	reference: string
	quoted: string[]
	fitting: number[]
	meant?: number
}

/** That the bank has replaced or deleted the entry with this number of its own (`corrected`), and what it says of it. */
export type Correction = Pick<Payment, 'pence' | 'payer' | 'text'> & {
	on: string
	reference: string
	corrected: string
}

/** Why a file is not taken. */
export class UnreadableStatement extends Error {}

export const NONE_CAME_IN = 'There is no incoming payment in pounds in this file.'
