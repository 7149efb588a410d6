import { describe, expect, test } from 'vitest'
import { at, idsAt } from '../../../tests/support/cells'
import { type ADMIN_ACTIONS, type AdminSituation, adminSituation, checkAdminAction } from './admin-rules'
import { CELL_STATES, cellState, describeCell, isClickable, typeStatus } from './rules'

describe('the state of a cell for a viewer', () => {
	const guest = { role: 'guest' } as const
	const anna = { role: 'user', accountId: 'anna' } as const
	const admin = { role: 'admin', accountId: 'root' } as const
	test.each([
		[{ kind: 'available' }, ['available', 'available', 'available']],
		[{ kind: 'hold', accountId: 'anna' }, ['user-reserved', 'user-reserved', 'user-reserved']],
		[{ kind: 'owned', accountId: 'anna' }, ['user-reserved', 'owned', 'user-reserved']],
		[{ kind: 'owned', accountId: 'ben' }, ['user-reserved', 'user-reserved', 'user-reserved']],
		[{ kind: 'house' }, ['admin-reserved', 'admin-reserved', 'owned']],
		[{ kind: 'owned', accountId: 'anna', invited: true }, ['invited', 'invited', 'invited']],
		[{ kind: 'house', invited: true }, ['invited', 'invited', 'invited']],
	] as const)('%j', (holding, expected) => {
		expect([guest, anna, admin].map(viewer => cellState(holding, viewer))).toEqual(expected)
	})

	test('determines which cells can be picked in each mode', () => {
		const open = (mode: Parameters<typeof isClickable>[0]) =>
			CELL_STATES.filter(state => isClickable(mode, state))
		expect(open('public')).toEqual([])
		expect(open('buy')).toEqual(['available'])
		expect(open('dashboard')).toEqual([])
		expect(open('manage')).toEqual(['owned'])
		expect(open('sell')).toEqual(['owned'])
		expect(open('admin')).toEqual(['owned', 'admin-reserved', 'user-reserved', 'available'])
	})

	test('a type is sold out when no cell of it is available', () => {
		const figures = { price: 100, total: 10, available: 1 }
		expect(typeStatus(figures)).toBe('Available')
		expect(typeStatus({ ...figures, available: 0 })).toBe('Sold Out')
	})

	test('is part of the accessible name of a cell', () => {
		expect(describeCell(at(8, 3), '£100,000', 'available')).toBe(
			'Tiny pixel, row 8, column 3, £100,000, available',
		)
		expect(describeCell(at(1, 1), '£1M', 'user-reserved')).toBe(
			'Medium pixel, row 1, column 1, £1M, user reserved',
		)
	})
})

describe('the actions of an administrator', () => {
	const SITUATIONS: AdminSituation[] = ['available', 'hold', 'member', 'house', 'lent', 'invited']
	const check = (operation: (typeof ADMIN_ACTIONS)[number], ids: number[], ...found: AdminSituation[]) => {
		const situations = new Map([...new Set(ids)].map((id, index) => [id, found[index] ?? found[0]]))
		const result = checkAdminAction(operation, ids, id => situations.get(id) ?? 'available')
		return result.ok ? 'ok' : `${result.code}: ${result.message}`
	}

	test.each([
		['manage', ['house']],
		['sell', ['house']],
		['temporary-sell', ['house']],
		['reserve', ['available']],
		['restore', ['hold', 'member', 'house', 'lent']],
		['delete', ['member', 'house', 'lent']],
	] as const)('%s applies to cells that are %j', (operation, open) => {
		const accepted = SITUATIONS.filter(situation => check(operation, [112], situation) === 'ok')
		expect(accepted).toEqual(open)
	})

	test('prefer an invitation over a loan, and a loan over the holder, as the reason of a refusal', () => {
		const owned = { kind: 'owned', accountId: 'anna' } as const
		expect(adminSituation({ ...owned, invited: true }, true)).toBe('invited')
		expect(adminSituation(owned, true)).toBe('lent')
		expect(adminSituation({ kind: 'house' }, true)).toBe('lent')
		expect(adminSituation(owned, false)).toBe('member')
		expect(adminSituation({ kind: 'hold', accountId: 'anna' }, false)).toBe('hold')
		expect(adminSituation({ kind: 'house', invited: false }, false)).toBe('house')
		expect(adminSituation({ kind: 'available' }, false)).toBe('available')
	})

	test.each([
		['manage', 'manage', 'Can only manage owned pixels'],
		['sell', 'sell', 'Can only sell owned pixels'],
		['temporary-sell', 'temporarily sell', 'Can only temporarily sell owned pixels'],
		['reserve', 'reserve', 'Can only reserve available pixels'],
		['restore', 'restore', 'Can only restore reserved pixels'],
		['delete', 'delete', 'Can only delete reserved pixels'],
	] as const)('%s reports a refused cell with the fixed message', (operation, verb, wrong) => {
		const good = operation === 'reserve' ? 'available' : 'house'
		const bad = operation === 'reserve' ? 'house' : 'available'
		expect(check(operation, [])).toBe(`empty: Please select pixels to ${verb}`)
		expect(check(operation, [1_152], good)).toBe('unknown: This pixel is not available for selection')
		expect(check(operation, [112, 113], good, bad)).toBe(`wrong-cells: ${wrong}`)
		expect(check(operation, [112, 113, 112], good)).toBe('ok')
	})

	test.each([
		['manage', 'This pixel is already in an invitation and cannot be selected'],
		['sell', 'One or more selected pixels are already in an invitation and cannot be sold'],
		[
			'temporary-sell',
			'One or more selected pixels are already in an invitation and cannot be temporarily sold',
		],
		['reserve', 'This pixel is already in an invitation and cannot be selected'],
		['restore', 'This pixel is already in an invitation and cannot be selected'],
		['delete', 'This pixel is already in an invitation and cannot be selected'],
	] as const)('%s of cells in an invitation: %s', (operation, message) => {
		expect(check(operation, [112, 113], 'house', 'invited')).toBe(`invited: ${message}`)
		expect(check(operation, [112, 113], 'available', 'invited')).toBe(`invited: ${message}`)
	})

	const SHAPE = 'Selected pixels must form a complete rectangle or square shape with same type of pixels'
	test.each([
		['manage', 'You can only select pixels of the same type', SHAPE],
		['sell', 'You can only select pixels of the same type', SHAPE],
		['temporary-sell', 'All selected pixels must be of the same type', SHAPE],
		['reserve', SHAPE, SHAPE],
		['restore', null, null],
		['delete', null, null],
	] as const)('%s of several types: %s; of no rectangle: %s', (operation, mixed, shape) => {
		const good = operation === 'reserve' ? 'available' : 'house'
		expect(check(operation, idsAt([7, 1], [8, 1]), good)).toBe(mixed ? `mixed-types: ${mixed}` : 'ok')
		expect(check(operation, idsAt([8, 1], [8, 3]), good)).toBe(shape ? `not-adjacent: ${shape}` : 'ok')
		expect(check(operation, idsAt([8, 1], [8, 2], [9, 1]), good)).toBe(
			shape ? `not-rectangle: ${shape}` : 'ok',
		)
	})
})
