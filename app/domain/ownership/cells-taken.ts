import type { UnavailableCell } from '~/domain/orders/unavailable-cells'

/** Rolls back the transaction when cells turn out to be taken. */
export class CellsTaken extends Error {
	readonly taken: UnavailableCell[]
	constructor(taken: UnavailableCell[]) {
		super('somebody else has the cells')
		this.taken = taken
	}
}
