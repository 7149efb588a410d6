/**
 * Cells that lost their holder, and the creatives that they showed: whoever released them drops what nothing shows any
 * more.
 */
export type Released = {
	cells: number[]
	creativeIds: string[]
	/** The transfers by which some of them were lent. */
	loans: string[]
}

type Row = { cell: number; creativeId: string | null; transferId?: string }

/** What the rows that were let go come to, each loan and each cell once. */
export function releasedOf(rows: readonly Row[]): Released {
	return {
		loans: [...new Set(rows.flatMap(row => row.transferId ?? []))],
		cells: [...new Set(rows.map(row => row.cell))],
		creativeIds: [...new Set(rows.flatMap(row => row.creativeId ?? []))],
	}
}
