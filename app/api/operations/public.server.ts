import { z } from 'zod'
import type { Role } from '~/domain/accounts/rules'
import { sendContactMessage } from '~/domain/contact/commands.server'
import { ContactForm, NOT_SENT } from '~/domain/contact/schema'
import { findBlock } from '~/domain/creatives/queries.server'
import { LOAD_FAILED } from '~/domain/errors'
import { fileUrl, profileImageUrl } from '~/domain/files/rules'
import { CELL_TYPES, COUNTS, cellsByIds } from '~/domain/grid/layout'
import { readPixel } from '~/domain/grid/pixel.server'
import { readGrid } from '~/domain/grid/queries.server'
import { CELL_STATES } from '~/domain/grid/rules'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { isMaintenanceOn } from '~/server/ops/maintenance-mode.server'
import { operation, toSuccess } from '../operation.server'
import { CellNumber, Place, Pounds, pounds } from '../wire'

const group = 'Public'

const TypeDetails = z
	.object({
		price: Pounds,
		total: z.number().int(),
		available: z.number().int(),
		status: z.enum(['Available', 'Sold Out']),
	})
	.meta({ id: 'TypeDetails' })

const Upload = z
	.object({
		pixels: z.array(Place),
		image: z.string(),
		link: z.string(),
		description: z.string(),
	})
	.meta({ id: 'Upload', description: 'The content of a connected area of the grid.' })

const PixelData = Place.extend({
	price: Pounds,
	state: z.enum(CELL_STATES),
	pixels: z.array(Place).meta({ description: 'The pixels of the block.' }),
	image: z.string().nullable(),
	link: z.string().nullable(),
	description: z.string().nullable(),
}).meta({ id: 'PixelData' })

/** Picks the fields of `Place`. */
export const toPlace = ({ id, type, row, col }: z.output<typeof Place>) => ({ id, type, row, col })

const pixelCall = (area: Role) =>
	operation(`GET /${area}/getpixeldata/{id}`, area === 'admin' ? 'admin' : 'account', 'Pixels', {
		summary: 'Get a pixel with its price and content',
		pathParams: z.object({
			id: CellNumber.meta({ override: { type: 'integer' }, example: 112 }),
		}),
		data: PixelData,
		failed: LOAD_FAILED.pixel,
		async run({ path, account, by }) {
			const pixel = await readPixel(path.id, by.now, { role: account.role, accountId: account.id })
			if (!pixel) return { ok: false, code: 'unknown', message: 'There is no such pixel.' }
			const { cell, cells, block, state, pricePence } = pixel
			const own = account.role === 'user' ? await findBlock(path.id, account.id, by.now) : null
			const shown = (own?.ok ? own.block.creative : null) ?? block
			return toSuccess({
				...toPlace(cell),
				price: pounds(pricePence),
				state,
				pixels: (own?.ok ? cellsByIds(own.block.cells) : cells).map(toPlace),
				image: shown?.imageKey ? absoluteUrl(fileUrl(shown.imageKey)) : null,
				link: shown?.link ?? null,
				description: shown?.description ?? null,
			})
		},
	})

export const publicOperations = [
	operation('GET /getallUploads', 'anybody', group, {
		summary: 'List the content of the grid',
		data: z.array(Upload),
		async run({ by }) {
			const { blocks } = await readGrid(by.now)
			return toSuccess(
				blocks.map(({ cells, imageKey, link, description }) => ({
					pixels: cellsByIds(cells).map(toPlace),
					image: absoluteUrl(fileUrl(imageKey)),
					link,
					description,
				})),
			)
		},
	}),
	operation('GET /getpixeldetails', 'anybody', group, {
		summary: 'Get the price and number of pixels of each type',
		data: z.object({
			largePixel: TypeDetails,
			mediumPixel: TypeDetails,
			smallPixel: TypeDetails,
			tinyPixel: TypeDetails,
		}),
		async run({ by }) {
			const { figures } = await readGrid(by.now)
			const details = CELL_TYPES.map(type => {
				const { price, available } = figures[type]
				const status = available > 0 ? 'Available' : 'Sold Out'
				return [`${type}Pixel`, { price: pounds(price), total: COUNTS[type], available, status }]
			})
			return toSuccess(Object.fromEntries(details))
		},
	}),
	operation('GET /setting', 'anybody', group, {
		summary: 'Get the maintenance mode: "1" if it is on',
		data: z.array(z.object({ maintenance_mode: z.enum(['0', '1']) })),
		run: async () => toSuccess([{ maintenance_mode: (await isMaintenanceOn()) ? '1' : '0' }]),
	}),
	operation('GET /admin/expired-pixels-access', 'anybody', group, {
		summary: 'Does nothing; kept for older clients. Expired holds end by themselves',
		data: z.array(z.never()),
		run: async () => toSuccess([]),
	}),
	operation('POST /contact', 'anybody', group, {
		summary: 'Send a message to the operator',
		body: ContactForm.omit({ leave_empty: true }),
		example: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.test', message: 'Hello.' },
		success: "Your message has been sent successfully! We'll get back to you soon.",
		failed: NOT_SENT,
		run: ({ body, by }) => sendContactMessage(body, by),
	}),
	operation('GET /user/userdetail', 'account', 'Account', {
		summary: 'Get your account',
		data: z
			.object({
				user_id: z.string(),
				role: z.enum(['user', 'admin']),
				full_name: z.string(),
				email: z.string(),
				profile_image: z.string(),
				user_info: z
					.string()
					.nullable()
					.meta({ description: '"google" if the account can log in with Google.' }),
			})
			.meta({ id: 'UserDetail' }),
		run: async ({ account }) =>
			toSuccess({
				user_id: account.id,
				role: account.role,
				full_name: account.fullName,
				email: account.email,
				profile_image: absoluteUrl(profileImageUrl(account.profileImageKey)),
				user_info: account.isGoogle ? 'google' : null,
			}),
	}),
	pixelCall('user'),
	pixelCall('admin'),
]
