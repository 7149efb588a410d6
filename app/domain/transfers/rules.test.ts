import { describe, expect, test } from 'vitest'
import {
	backPath,
	checkAcceptance,
	checkDecision,
	receivedStatus,
	saleStatus,
	type TransferCell,
} from './rules'

const NOON = Date.UTC(2026, 10, 20, 12)
const invitation = {
	senderId: 'ada',
	recipientEmail: 'grace@example.test',
	status: 'open' as 'open' | 'accepted' | 'rejected' | 'withdrawn',
	version: 3,
	until: null as number | null,
}
const grace = { email: 'Grace@Example.test' }

describe('an invitation can be decided', () => {
	test('by the account with its address, in any case, while it is open', () => {
		expect(checkDecision(invitation, grace, NOON)).toBeNull()
		expect(checkDecision({ ...invitation, recipientEmail: 'GRACE@example.test' }, grace, NOON)).toBeNull()
		expect(checkDecision(invitation, { ...grace, version: 3 }, NOON)).toBeNull()
	})

	test('by nobody else, who gets a 404', () => {
		const eve = { email: 'eve@example.test' }
		expect(checkDecision(invitation, eve, NOON)?.code).toBe('unknown')
		expect(checkDecision({ ...invitation, status: 'accepted' }, eve, NOON)).toEqual(
			checkDecision(undefined, eve, NOON),
		)
	})

	test.each(['accepted', 'rejected', 'withdrawn'] as const)('no longer once it is %s', status => {
		expect(checkDecision({ ...invitation, status }, grace, NOON)).toMatchObject({
			code: 'over',
			message: expect.stringContaining(status),
		})
	})

	test('no longer once its time has passed', () => {
		expect(checkDecision({ ...invitation, until: NOON }, grace, NOON)?.code).toBe('over')
		expect(checkDecision({ ...invitation, until: NOON + 1 }, grace, NOON)).toBeNull()
	})

	test('only in the version that was shown', () => {
		expect(checkDecision(invitation, { ...grace, version: 2 }, NOON)?.code).toBe('open')
	})
})

describe('an invitation can be accepted', () => {
	const held = (cell: number, change: Partial<TransferCell> = {}): TransferCell => ({
		cell,
		kind: 'owned',
		accountId: 'ada',
		orderStatus: 'approved',
		...change,
	})
	const refusal = (cells: TransferCell[], change: Partial<typeof invitation> = {}, recipient = 'grace') =>
		checkAcceptance({ ...invitation, ...change }, [7, 8], cells, recipient)?.message ?? null

	test('when the sender still owns all of its cells, bought or not', () => {
		expect(refusal([held(7), held(8)])).toBeNull()
		expect(refusal([held(7, { orderStatus: null }), held(8)])).toBeNull()
	})

	test('unless a cell is free, somebody else’s, on hold or the house’s', () => {
		expect(refusal([held(7)])).toMatch(/Not all/)
		expect(refusal([held(7), held(8, { accountId: 'eve' })])).toMatch(/Not all/)
		expect(refusal([held(7), held(8, { kind: 'hold' })])).toMatch(/Not all/)
		expect(refusal([held(7), held(8, { kind: 'house', accountId: null })])).toMatch(/Not all/)
		expect(checkAcceptance(invitation, [], [], 'grace')?.message).toMatch(/Not all/)
	})

	test('for the house’s cells when the house is the sender', () => {
		const house = { kind: 'house', accountId: null, orderStatus: null } as const
		const cells = [held(7, house), held(8, house)]
		expect(checkAcceptance({ senderId: null }, [7, 8], cells, 'grace')).toBeNull()
		expect(checkAcceptance({ senderId: null }, [7, 8], [held(7), held(8)], 'grace')).not.toBeNull()
		expect(checkAcceptance({ senderId: null }, [7, 8], cells, null)?.message).toMatch(/already/)
	})

	test('unless the payment is unverified, the cells are lent, or the recipient is the sender', () => {
		expect(refusal([held(7), held(8, { orderStatus: 'pending' })])).toMatch(/payment/)
		expect(refusal([held(7), held(8, { isLent: true })])).toMatch(/on loan/)
		expect(refusal([held(7), held(8)], { until: NOON })).toBeNull()
		expect(refusal([held(7), held(8)], {}, 'ada')).toMatch(/already/)
	})
})

test('a decision redirects to the page where it was made, but not to an invitation', () => {
	expect(backPath('user', '/user/history?page=2')).toBe('/user/history?page=2')
	expect(backPath('user', '/user/invitations/1')).toBe('/user/dashboard')
	expect(backPath('admin', '/admin/invitations/1')).toBe('/admin/dashboard')
})

test('a loan runs until its date, unless it ends earlier', () => {
	const loan = { until: NOON, lentUntil: NOON }
	const accepted = { status: 'accepted', ...loan } as const
	expect([saleStatus(loan, NOON - 1), receivedStatus(accepted, NOON - 1)]).toEqual(['lent', 'lent'])
	expect([saleStatus(loan, NOON), receivedStatus(accepted, NOON)]).toEqual(['returned', 'returned'])
	expect(saleStatus({ ...loan, lentUntil: null }, NOON - 1)).toBe('returned')
	expect(receivedStatus({ ...accepted, lentUntil: null }, NOON - 1)).toBe('returned')
	const sale = { until: null, lentUntil: null }
	expect([saleStatus(sale, NOON), receivedStatus({ ...accepted, ...sale }, NOON)]).toEqual([
		'sold',
		'accepted',
	])
})
