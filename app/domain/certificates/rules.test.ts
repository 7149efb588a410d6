import { expect, test } from 'vitest'
import { type CellFate, certificateStatus } from './rules'

const fate = (ended: CellFate['ended'], endedAt: number | null = ended === null ? null : 5): CellFate => ({
	cell: 1,
	ended,
	endedAt,
})

test.each([
	['valid', [fate(null), fate(null)], null],
	['transferred', [fate('transferred', 3), fate('transferred', 9)], 9],
	['partly', [fate('transferred', 3), fate(null)], 3],
	['reduced', [fate('restored', 3), fate(null)], 3],
	['reduced', [fate('transferred', 3), fate('account-deleted', 4), fate(null)], 4],
	['withdrawn', [fate('rejected')], 5],
	['withdrawn', [fate('restored'), fate('deleted'), fate('account-deleted')], 5],
	['dispersed', [fate('restored', 3), fate('transferred', 4)], 4],
] as const)('%s', (status, fates, endedAt) => {
	expect(certificateStatus(fates)).toEqual({ status, endedAt })
})
