import type { Taken } from '~/domain/orders/taken-rules'

/** Undoes what was written with the cells that were to be taken. */
export class CellsTaken extends Error {
	readonly taken: Taken[]
	constructor(taken: Taken[]) {
		super('somebody else has the cells')
		this.taken = taken
	}
}
