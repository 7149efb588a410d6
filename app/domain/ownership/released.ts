/** Cells that lost their holder, and their creatives: the caller deletes those that no cell shows any more. */
export type Released = {
	cells: number[]
	creativeIds: string[]
	/** The loans that ended with it. */
	loans: ReleasedLoan[]
}

/** `until`: the planned end of the loan (UTC ms); it may have passed. */
export type ReleasedLoan = { transferId: string; cell: number; until: number }

type Row = { cell: number; creativeId: string | null }

/** Summarises released rows, each cell once. */
export function sumReleased(rows: readonly Row[], loans: readonly (Row & ReleasedLoan)[]): Released {
	const all = [...rows, ...loans]
	return {
		loans: loans.map(({ transferId, cell, until }) => ({ transferId, cell, until })),
		cells: [...new Set(all.map(row => row.cell))],
		creativeIds: [...new Set(all.flatMap(row => row.creativeId ?? []))],
	}
}
