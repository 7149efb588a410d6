import type { Actor } from '~/domain/actor'
import type { AdminCheck } from '~/domain/grid/admin-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { reserveCells } from '~/domain/ownership/house.server'
import { audit } from '~/server/db/audit.server'
import { writeUnlessRefused } from '~/server/db/db.server'
import { checkOccupiedCells, readOccupiedCells } from './occupied-cells.server'

type ReserveRefusal = Extract<AdminCheck, { ok: false }>

const TAKEN: ReserveRefusal = { ok: false, code: 'wrong-cells', message: 'Can only reserve available pixels' }

/**
 * Reserves available cells for the house, all or none, in one transaction, and records it. If two administrators, or
 * one and a buyer, want a cell at the same time, the primary key of the holders decides, and the other is refused.
 */
export async function reserveForTheHouse(
	ids: readonly number[],
	by: Actor,
): Promise<{ ok: true; count: number } | ReserveRefusal> {
	return await writeUnlessRefused(async tx => {
		const occupied = await readOccupiedCells(ids, by.now, tx)
		const check = checkOccupiedCells('reserve', ids, occupied)
		if (!check.ok) return check
		const cells = cellsByIds(ids).map(cell => cell.id)
		if ((await reserveCells(tx, cells, by)).length > 0) return TAKEN
		await audit(tx, 'cell.reserve', { type: 'cell', id: String(cells[0] ?? '') }, by, { cells })
		return { ok: true, count: cells.length } as const
	})
}
