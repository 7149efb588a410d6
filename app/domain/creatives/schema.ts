import { z } from 'zod'
import { type Degrees, FITS, type Framing, type FramingPosition, MAX_ZOOM, POSITIONS } from './framing'
import { CreativeText } from './text-schema'

export const ROTATIONS = ['0', '90', '180', '270'] as const

const places = Object.keys(POSITIONS) as [FramingPosition, ...FramingPosition[]]

/* A number in a form; an omitted or empty field is undefined. */
function number(min: number, max: number) {
	const error = `Please use a number from ${min} to ${max}`
	return z
		.string()
		.regex(/^\d{1,2}(\.\d{1,20})?$/, error)
		.transform(Number)
		.pipe(z.number().min(min, error).max(max, error))
		.optional()
}

/**
 * The framing of an image; each field is optional, and without any the image keeps its framing. Coordinates take
 * precedence over the nine named positions.
 */
const FramingFields = {
	rotation: z
		.enum(ROTATIONS, { error: 'Please choose one of the four rotations' })
		.default('0')
		.transform(Number)
		.pipe(z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])),
	fit: z.enum(FITS, { error: 'Please choose how the image fits' }).default('cover'),
	position: z.enum(places, { error: 'Please choose one of the nine places' }).default('centre'),
	zoom: number(1, MAX_ZOOM),
	position_x: number(0, 1),
	position_y: number(0, 1),
	/** The key of an image that was sent before and is stored for this form. */
	held: z.string().max(100).optional().catch(undefined),
}

type FramingValues = {
	fit: Framing['fit']
	position: FramingPosition
	zoom?: number | undefined
	position_x?: number | undefined
	position_y?: number | undefined
}

/** Reads the framing from a form. */
export function readFraming({ fit, position, zoom = 1, position_x, position_y }: FramingValues): Framing {
	const [x, y] = POSITIONS[position]
	return { fit, zoom, x: position_x ?? x, y: position_y ?? y }
}

const Shown = z.object({
	rotation: FramingFields.rotation.catch(0),
	fit: FramingFields.fit.catch('cover'),
	position: FramingFields.position.catch('centre'),
	zoom: FramingFields.zoom.catch(undefined),
	position_x: FramingFields.position_x.catch(undefined),
	position_y: FramingFields.position_y.catch(undefined),
})

/** Returns the framing for showing a form's image again, even if other fields are invalid. */
export function shownFraming(values: Record<string, unknown>): { rotation: Degrees; framing: Framing } {
	const shown = isEmpty(values) ? UNTOUCHED : Shown.parse(values)
	return { rotation: shown.rotation, framing: readFraming(shown) }
}

const UNTOUCHED = Shown.parse({})
const isEmpty = (values: object) => Object.keys(values).length === 0

/** Reads the key of the image stored for a form. */
export function readFormImageKey({ held }: Record<string, unknown>): string | undefined {
	return FramingFields.held.parse(held)
}

/**
 * The form for the owner of a block. Whether an image is required depends on the saved one, so the command reports
 * 'Image is required'.
 */
export const CreativeForm = CreativeText.extend({
	image: z.file().optional(),
	...FramingFields,
})
