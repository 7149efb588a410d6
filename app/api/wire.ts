import { z } from 'zod'
import { CELL_TYPES } from '~/domain/grid/layout'
import { LIST_FIELDS } from '~/domain/list'

/* Schemas shared by several operations. Schemas of responses have no transforms, so the OpenAPI document is exact. */

export const Pounds = z.number().meta({ description: 'In pounds.', example: 400_000 })
/** For transfers, whose price is unknown. */
export const PriceOrListPrice = Pounds.meta({
	description: 'In pounds: the total of an order, or the list price at acceptance of a transfer.',
	example: 400_000,
})
export const ListRevenue = Pounds.meta({
	description: 'In pounds: the list prices, at acceptance, of the pixels transferred permanently.',
	example: 400_000,
})
export const Time = z.string().meta({ description: 'UTC, ISO 8601.', example: '2026-11-21T14:05:00.000Z' })
export const Text = z.string().nullable()
export const Id = z.string().max(100).meta({ example: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e' })
export const Version = z.number().int().min(1).meta({ description: 'The version last read.', example: 1 })
/** A one-time code from an email. `error`: the message of its flow for an incomplete one. */
export const oneTimeCode = (error: string) => z.string({ error }).regex(/^[0-9]{6}$/, error)
/** Documents a file in OpenAPI. */
export const BINARY = { override: { type: 'string', format: 'binary' } } as const
/** Documents a new password in OpenAPI; its schema checks for a missing one first. */
export const CHOSEN_PASSWORD = { override: { type: 'string', minLength: 8, maxLength: 128 } } as const

export const PixelType = z.enum(CELL_TYPES).meta({ id: 'PixelType' })

export const Place = z
	.object({ id: z.number().int(), type: PixelType, row: z.number().int(), col: z.number().int() })
	.meta({ id: 'Place', description: 'A pixel of the grid. Rows and columns are numbered from 1.' })

const Count = z.number().int().meta({ example: 4 })
export const PerType = z
	.object({ large: Count, medium: Count, small: Count, tiny: Count })
	.meta({ id: 'PerType', description: 'The number of pixels of each type.' })

/** The fields of lists next to `data`. */
export const Listed = z.object({ page: z.number().int(), total: z.number().int() })

/** Page and order of a list. Invalid values are ignored. */
export const ListPlace = z.object({
	sort: LIST_FIELDS.sort.meta({
		override: { type: 'string', enum: ['oldest'] },
		description: '`oldest` lists the oldest entries first; by default the newest come first.',
	}),
	page: LIST_FIELDS.page.meta({
		override: { type: 'integer', minimum: 1 },
		description: 'The page number, from 1.',
	}),
})

/** The parameters of a list with a search. */
export const ListSearch = z.object({
	q: LIST_FIELDS.q.meta({ override: { type: 'string' }, description: 'The search text.' }),
	...ListPlace.shape,
})

/* No other types are coerced: `true` would be pixel 1. */
export const CellNumber = z.union(
	[
		z.number().int(),
		z
			.string()
			.regex(/^\d{1,4}$/)
			.transform(Number),
	],
	{ error: 'Pixel ids must be whole numbers' },
)

/**
 * Pixel ids as older clients send them: `[{ "id": 112 }]`, in a form as JSON text. `missing`: the error without any.
 */
export const selectBlocks = (missing: string) =>
	z
		.preprocess(
			sent => (typeof sent === 'string' ? parseJson(sent) : sent),
			z.array(z.object({ id: CellNumber }), { error: missing }).max(1_151, missing),
		)
		.meta({
			override: {
				type: 'array',
				items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
			},
			description: 'The selected pixels. Other fields of an entry, such as its price, are ignored.',
			example: [{ id: 112 }, { id: 113 }],
		})

/** `missing`: the error without any. */
export const pixelIds = (missing: string) =>
	z
		.array(z.number().int(), { error: missing })
		.min(1, missing)
		.max(1_151)
		.meta({ example: [112, 113] })
export const PixelIds = pixelIds('No pixels selected')

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

/** Converts pence to pounds. */
export const pounds = (pence: number) => pence / 100

/** Formats UTC ms as ISO 8601; null stays null. */
export function formatIsoTime<T extends number | null>(at: T): T extends null ? string | null : string
export function formatIsoTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}
