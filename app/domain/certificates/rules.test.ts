import { expect, test } from 'vitest'
import { type CellFate, certificateStatus } from './rules'

const makeFate = (
	ended: CellFate['ended'],
	endedAt: number | null = ended === null ? null : 5,
): CellFate => ({
	cell: 1,
	ended,
	endedAt,
})

test.each([
	['valid', [makeFate(null), makeFate(null)], null],
	['transferred', [makeFate('transferred', 3), makeFate('transferred', 9)], 9],
	['partly', [makeFate('transferred', 3), makeFate(null)], 3],
	['reduced', [makeFate('restored', 3), makeFate(null)], 3],
	['reduced', [makeFate('transferred', 3), makeFate('account-deleted', 4), makeFate(null)], 4],
	['withdrawn', [makeFate('rejected')], 5],
	['withdrawn', [makeFate('restored'), makeFate('deleted'), makeFate('account-deleted')], 5],
	['dispersed', [makeFate('restored', 3), makeFate('transferred', 4)], 4],
] as const)('%s', (status, fates, endedAt) => {
	expect(certificateStatus(fates)).toEqual({ status, endedAt })
})
