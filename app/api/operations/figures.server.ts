import { z } from 'zod'
import { readAccountNames } from '~/domain/accounts/queries.server'
import { countGrid } from '~/domain/dashboard/rules'
import { LOAD_FAILED } from '~/domain/errors'
import { CELL_COUNT, CELL_TYPES, CELLS } from '~/domain/grid/layout'
import { type GridSnapshot, readGrid } from '~/domain/grid/queries.server'
import { cellState, type Holding } from '~/domain/grid/rules'
import { readPrices } from '~/domain/prices/commands.server'
import type { Prices } from '~/domain/prices/schema'
import { readRevenue } from '~/domain/transfers/history/sold-queries.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { type Operation, operation, toSuccess } from '../operation.server'
import { ListRevenue, PerType, PixelType, Place, Pounds, pounds } from '../wire'
import { toPlace } from './public.server'

/* The statistics on the dashboards and on pages with a grid (docs/decisions/0040). */

const group = 'Statistics'

const Holder = { user_id: z.string().nullable(), user_name: z.string().nullable() }
const HeldPlace = Place.extend(Holder).meta({
	id: 'HeldPlace',
	description: 'A pixel and its holder: administrators see every holder, members only themselves.',
})
const GridData = z
	.object({
		owned: z.array(HeldPlace),
		reserved: z.array(HeldPlace).meta({ description: 'On hold for a checkout.' }),
		adminReserved: z.array(HeldPlace),
		userReserved: z.array(HeldPlace),
		invitedPixels: z.array(Place),
	})
	.meta({ id: 'GridData' })
const Available = PerType.extend({
	userPixel: z.number().int().meta({ description: 'The number of pixels owned by members.' }),
	adminPixel: z.number().int().meta({ description: 'The number of pixels owned by the house.' }),
}).meta({ id: 'AvailablePixels' })
const Owned = PerType.extend({ total_amount: Pounds }).meta({ id: 'OwnedPixels' })
const Used = z.object({ used: z.number().int(), unused: z.number().int() })
const PriceList = z.array(z.object({ type: PixelType, price: Pounds }))

async function loadFigures(account: SessionAccount, now: number) {
	const grid = await readGrid(now)
	const isHouse = account.role === 'admin'
	const figures = countGrid(grid, isHouse ? null : account.id)
	const countHeld = (kind: 'owned' | 'house') => grid.holdings.filter(holding => holding.kind === kind).length
	const { available, owned, ownedByOthers, house, valuePence, used, unused } = figures
	const getValue = ({ type, id }: (typeof CELLS)[number]) =>
		grid.holdings[id - 1]?.kind === 'house' ? grid.prices[type] : 0
	const housePence = CELLS.reduce((total, cell) => total + getValue(cell), 0)
	return {
		grid,
		available: { ...available, userPixel: countHeld('owned'), adminPixel: countHeld('house') },
		owned: { ...(isHouse ? house : owned), total_amount: pounds(isHouse ? housePence : valuePence) },
		ownedByMembers: isHouse ? owned : ownedByOthers,
		house,
		used: { used, unused },
	}
}

const LISTS = {
	owned: 'owned',
	'admin-reserved': 'adminReserved',
	'user-reserved': 'userReserved',
} as const

/** Returns the current holder: a borrower before the owner; null: the house or nobody. */
function getHolder(holding: Holding): string | null {
	if (holding.kind === 'available') return null
	if (holding.kind !== 'hold' && holding.loan) return holding.loan.borrowerId
	return holding.kind === 'house' ? null : holding.accountId
}

/** Returns the grid as this account sees it, counted by state. */
async function gridData(grid: GridSnapshot, account: SessionAccount) {
	const isAdmin = account.role === 'admin'
	const ids = grid.holdings.flatMap(holding => getHolder(holding) ?? [])
	const names = isAdmin
		? await readAccountNames([...new Set(ids)])
		: new Map([[account.id, account.fullName]])
	const lists = {
		owned: [] as unknown[],
		reserved: [] as unknown[],
		adminReserved: [] as unknown[],
		userReserved: [] as unknown[],
		invitedPixels: [] as unknown[],
	}
	for (const cell of CELLS) {
		const holding = grid.holdings[cell.id - 1] ?? { kind: 'available' }
		const state = cellState(holding, { role: account.role, accountId: account.id })
		if (state === 'available') continue
		if (state === 'invited') {
			lists.invitedPixels.push(toPlace(cell))
			continue
		}
		const holder = getHolder(holding)
		const id = holder && names.has(holder) ? holder : null
		const entry = { ...toPlace(cell), user_id: id, user_name: (id && names.get(id)) ?? null }
		lists[holding.kind === 'hold' ? 'reserved' : LISTS[state]].push(entry)
	}
	return lists
}

const priceList = (prices: Prices) => CELL_TYPES.map(type => ({ type, price: pounds(prices[type]) }))

type Figures = Awaited<ReturnType<typeof loadFigures>>

/** Declares an operation for each role. */
function figure(
	name: string,
	summary: string,
	data: z.ZodType,
	read: (figures: Figures, account: SessionAccount) => unknown,
): Operation[] {
	return (['user', 'admin'] as const).map(area =>
		operation(`GET /${area}/${name}`, area, group, {
			summary,
			data,
			failed: LOAD_FAILED.grid,
			run: async ({ account, by }) => toSuccess(await read(await loadFigures(account, by.now), account)),
		}),
	)
}

const DashboardData = z
	.object({
		availablePixels: Available,
		ownedPixels: Owned,
		totalPixels: z.number().int(),
		usedPixels: z.number().int(),
		unusedPixels: z.number().int(),
		revenue: ListRevenue,
		gridData: GridData,
	})
	.meta({ id: 'DashboardData' })

const ManagementData = z
	.object({
		availablePixels: Available,
		ownedPixels: Owned,
		pricePerPixel: z.object({ large: Pounds, medium: Pounds, small: Pounds, tiny: Pounds }),
		userOwnedPixels: PerType,
		reservedByAdmin: PerType,
		gridData: GridData,
	})
	.meta({ id: 'ManagementData' })

export const figureOperations = [
	...figure('availablepixel', 'Count the available pixels', Available, figures => figures.available),
	...figure(
		'ownpixel',
		'Count your own pixels; for administrators, those of the house',
		Owned,
		figures => figures.owned,
	),
	...figure(
		'userownedpixel',
		'Count the pixels of other members',
		PerType,
		figures => figures.ownedByMembers,
	),
	...figure('displaypixel', 'List all pixels that are not available', GridData, ({ grid }, account) =>
		gridData(grid, account),
	),
	...figure('adminreserved', 'Count the pixels of the house', PerType, figures => figures.house),
	...figure('usedpixel', 'Count your pixels with and without an image', Used, figures => figures.used),
	operation('GET /user/perpixel', 'user', group, {
		summary: 'Get the price of each type',
		data: PriceList,
		run: async ({ by }) => toSuccess(priceList((await readGrid(by.now)).prices)),
	}),
	operation('GET /admin/perpixel', 'admin', group, {
		summary: 'Get the price of each type, and the version to send when changing them',
		data: PriceList,
		extraFields: z.object({ version: z.number().int() }),
		async run() {
			const { prices, version } = await readPrices()
			return toSuccess(priceList(prices), '', { version })
		},
	}),
	operation('GET /user/revenue', 'user', group, {
		summary: 'Get your revenue: the list price of the pixels you transferred permanently',
		data: z.object({ revenue: ListRevenue }),
		run: async ({ account }) => toSuccess({ revenue: pounds(await readRevenue(account.id)) }),
	}),
	operation('GET /user/dashboard', 'user', group, {
		summary: 'Get all data of the dashboard',
		data: DashboardData,
		failed: LOAD_FAILED.data,
		async run({ account, by }) {
			const { grid, available, owned, used } = await loadFigures(account, by.now)
			return toSuccess({
				availablePixels: available,
				ownedPixels: owned,
				totalPixels: CELL_COUNT,
				usedPixels: used.used,
				unusedPixels: used.unused,
				revenue: pounds(await readRevenue(account.id)),
				gridData: await gridData(grid, account),
			})
		},
	}),
	operation('GET /user/management', 'user', group, {
		summary: 'Get all data for managing, buying and selling',
		data: ManagementData,
		failed: LOAD_FAILED.grid,
		async run({ account, by }) {
			const { grid, available, owned, ownedByMembers, house } = await loadFigures(account, by.now)
			return toSuccess({
				availablePixels: available,
				ownedPixels: owned,
				pricePerPixel: Object.fromEntries(priceList(grid.prices).map(({ type, price }) => [type, price])),
				userOwnedPixels: ownedByMembers,
				reservedByAdmin: house,
				gridData: await gridData(grid, account),
			})
		},
	}),
]
