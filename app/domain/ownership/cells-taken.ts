import type { UnavailableCell } from '~/domain/orders/unavailable-cells'

/** Undoes what was written with the cells that were to be taken. */
export class CellsTaken extends Error {
	readonly taken: UnavailableCell[]
	constructor(taken: UnavailableCell[]) {
		super('somebody else has the cells')
		this.taken = taken
	}
}
