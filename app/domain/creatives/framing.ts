import { PALETTE } from '~/domain/palette'

/** Places a picture in its frame: the shape of a block, or the square of a photo. For server and browser. */

export type Size = { readonly width: number; readonly height: number }
/** An image that a page can show. A size of zero means unknown. */
export type Picture = { readonly src: string } & Size
export type Degrees = 0 | 90 | 180 | 270

/** `cover` fills the frame and crops the rest; `contain` shows the whole picture on a ground. */
export const FITS = ['cover', 'contain'] as const
export type Fit = (typeof FITS)[number]

/** The nine named positions as coordinates: 0 is left or top, 1 is right or bottom. */
export const POSITIONS = {
	'top-left': [0, 0],
	top: [0.5, 0],
	'top-right': [1, 0],
	left: [0, 0.5],
	centre: [0.5, 0.5],
	right: [1, 0.5],
	'bottom-left': [0, 1],
	bottom: [0.5, 1],
	'bottom-right': [1, 1],
} as const satisfies Record<string, readonly [x: number, y: number]>
export type FramingPosition = keyof typeof POSITIONS

export const MAX_ZOOM = 5

/** `x`, `y`: position of the frame in the surplus or missing space, from 0 (left, top) to 1. */
export type Framing = {
	readonly fit: Fit
	readonly zoom: number
	readonly x: number
	readonly y: number
}

/** How the grid shows any picture by default; nothing needs to be encoded for it. */
export const DEFAULT_FRAMING: Framing = { fit: 'cover', zoom: 1, x: 0.5, y: 0.5 }

/** The colour around a picture that is shown whole: that of an owned pixel. */
export const BACKGROUND = PALETTE.blue

export function isDefaultFraming({ fit, zoom, x, y }: Framing): boolean {
	return (
		fit === DEFAULT_FRAMING.fit &&
		zoom === DEFAULT_FRAMING.zoom &&
		x === DEFAULT_FRAMING.x &&
		y === DEFAULT_FRAMING.y
	)
}

/** Finds the named position with exactly these coordinates. */
export function findFramingPosition({ x, y }: Pick<Framing, 'x' | 'y'>): FramingPosition | undefined {
	return names.find(name => POSITIONS[name][0] === x && POSITIONS[name][1] === y)
}

const names = Object.keys(POSITIONS) as FramingPosition[]

export function isPositionName(name: string): name is FramingPosition {
	return Object.hasOwn(POSITIONS, name)
}

export function isFitName(name: string): name is Fit {
	return FITS.some(fit => fit === name)
}

/** Parses a rotation in quarter turns from a number or its text; 0 for anything else. */
export function toDegrees(value: unknown): Degrees {
	const degrees = Number(value) % 360
	return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0
}

/** Returns a picture's size after a rotation. */
export function rotateSize({ width, height }: Size, degrees: Degrees): Size {
	return degrees % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** A rectangle on a rotated picture, in its pixels; it extends beyond the edges where the frame shows ground. */
export type Part = { readonly left: number; readonly top: number } & Size

/**
 * Computes the part of a rotated picture shown in a frame of the shape `ratio` (width to height).
 * app/server/images/image-worker.js does the same.
 */
export function computeVisiblePart(
	{ width, height }: Size,
	ratio: number,
	{ fit, zoom, x, y }: Framing,
): Part {
	const fullWidth = fit === 'cover' ? Math.min(width, height * ratio) : Math.max(width, height * ratio)
	const part = { width: fullWidth / zoom, height: fullWidth / zoom / ratio }
	return { left: (width - part.width) * x, top: (height - part.height) * y, ...part }
}

/** Moves the picture by fractions of the frame's width and height, as far as possible. */
export function moveFraming(
	size: Size,
	ratio: number,
	framing: Framing,
	by: { x: number; y: number },
): Framing {
	const part = computeVisiblePart(size, ratio, framing)
	return {
		...framing,
		x: getOffset(part.left - by.x * part.width, size.width - part.width, framing.x),
		y: getOffset(part.top - by.y * part.height, size.height - part.height, framing.y),
	}
}

/**
 * Zooms so that the content at a point of the frame (fractions of its width and height) stays there, as far as
 * possible.
 */
export function zoomAt(
	size: Size,
	ratio: number,
	framing: Framing,
	zoom: number,
	at: { x: number; y: number } = { x: 0.5, y: 0.5 },
): Framing {
	const before = computeVisiblePart(size, ratio, framing)
	const next = { ...framing, zoom: clamp(zoom, 1, MAX_ZOOM) }
	const after = computeVisiblePart(size, ratio, next)
	return {
		...next,
		x: getOffset(before.left + (before.width - after.width) * at.x, size.width - after.width, framing.x),
		y: getOffset(before.top + (before.height - after.height) * at.y, size.height - after.height, framing.y),
	}
}

/* Without room the position is kept, for when there is some. */
function getOffset(start: number, room: number, kept: number): number {
	return Math.abs(room) < 1e-9 ? kept : clamp(start / room, 0, 1)
}

function clamp(value: number, min: number, max: number): number {
	return Math.min(max, Math.max(min, value))
}

const PIXELS_A_UNIT = 40
const MIN_EDGE = 400
const MAX_EDGE = 1_600

/** Returns the recommended size in pixels of a picture for a frame: sharp on the grid and on the block's page. */
export function suggestedSize({ w, h }: { readonly w: number; readonly h: number }): Size {
	const edge = Math.max(w, h)
	const scale = clamp(PIXELS_A_UNIT, MIN_EDGE / edge, MAX_EDGE / edge)
	return { width: Math.round(w * scale), height: Math.round(h * scale) }
}
