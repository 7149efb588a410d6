import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	computeVisiblePart,
	DEFAULT_FRAMING,
	type Framing,
	findFramingPosition,
	isDefaultFraming,
	MAX_ZOOM,
	moveFraming,
	POSITIONS,
	rotateSize,
	suggestedSize,
	zoomAt,
} from './framing'

const part = fc.double({ min: 0, max: 1, noNaN: true })
const size = fc.record({
	width: fc.integer({ min: 1, max: 5_000 }),
	height: fc.integer({ min: 1, max: 5_000 }),
})
const ratio = fc.double({ min: 0.02, max: 50, noNaN: true })
const framing: fc.Arbitrary<Framing> = fc.record({
	fit: fc.constantFrom('cover' as const, 'contain' as const),
	zoom: fc.double({ min: 1, max: MAX_ZOOM, noNaN: true }),
	x: part,
	y: part,
})
const NEAR = 1e-6

describe('the visible part of an image', () => {
	test('has the aspect ratio of the frame', () => {
		fc.assert(
			fc.property(size, ratio, framing, (size, ratio, framing) => {
				const { width, height } = computeVisiblePart(size, ratio, framing)
				expect(width / height / ratio).toBeCloseTo(1, 6)
			}),
		)
	})

	test('lies within the image with "cover", and includes all of it with "contain"', () => {
		fc.assert(
			fc.property(size, ratio, framing, (size, ratio, framing) => {
				const { left, top, width, height } = computeVisiblePart(size, ratio, { ...framing, fit: 'cover' })
				expect(Math.min(left, top, size.width - left - width, size.height - top - height)).toBeGreaterThan(
					-NEAR * 5_000,
				)
				const whole = computeVisiblePart(size, ratio, { ...framing, fit: 'contain', zoom: 1 })
				expect(Math.max(whole.left, whole.top)).toBeLessThan(NEAR)
				expect(whole.left + whole.width - size.width).toBeGreaterThan(-NEAR * 5_000)
				expect(whole.top + whole.height - size.height).toBeGreaterThan(-NEAR * 5_000)
			}),
		)
	})

	test.each([
		['top-left', 0, 0],
		['centre', 50, 0],
		['bottom-right', 100, 0],
	] as const)('of a wide image in a square frame, placed at %s, starts at %i, %i', (place, left, top) => {
		const [x, y] = POSITIONS[place]
		expect(computeVisiblePart({ width: 200, height: 100 }, 1, { ...DEFAULT_FRAMING, x, y })).toEqual({
			left,
			top,
			width: 100,
			height: 100,
		})
	})

	test('extends beyond the image with "contain", to one side or to both', () => {
		const wide = { width: 200, height: 100 }
		const whole = { ...DEFAULT_FRAMING, fit: 'contain' } as const
		expect(computeVisiblePart(wide, 1, whole)).toEqual({ left: 0, top: -50, width: 200, height: 200 })
		expect(computeVisiblePart(wide, 1, { ...whole, y: 0.25 })).toMatchObject({ top: -25 })
		expect(computeVisiblePart(wide, 1, { ...whole, y: 1 })).toMatchObject({ top: -100 })
	})
})

describe('moving and zooming a framing', () => {
	test('stays within the allowed range', () => {
		fc.assert(
			fc.property(size, ratio, framing, part, part, (size, ratio, framing, x, y) => {
				for (const next of [
					moveFraming(size, ratio, framing, { x: x * 4 - 2, y: y * 4 - 2 }),
					zoomAt(size, ratio, framing, x * 9, { x, y }),
				]) {
					expect(Math.min(next.x, next.y)).toBeGreaterThanOrEqual(0)
					expect(Math.max(next.x, next.y)).toBeLessThanOrEqual(1)
					expect(next.zoom).toBeGreaterThanOrEqual(1)
					expect(next.zoom).toBeLessThanOrEqual(MAX_ZOOM)
				}
			}),
		)
	})

	test('shifts the image by as much as the pointer moved', () => {
		const size = { width: 400, height: 100 }
		const before = computeVisiblePart(size, 1, DEFAULT_FRAMING)
		const after = computeVisiblePart(size, 1, moveFraming(size, 1, DEFAULT_FRAMING, { x: 0.1, y: 0 }))
		expect(after.left).toBeCloseTo(before.left - 10)
		expect(after.top).toBe(before.top)
	})

	test('keeps the point under the pointer when zooming in', () => {
		fc.assert(
			fc.property(size, ratio, framing, part, part, (size, ratio, framing, x, y) => {
				const from = { ...framing, fit: 'cover' as const, zoom: 1 }
				const to = zoomAt(size, ratio, from, 3, { x, y })
				const [before, after] = [computeVisiblePart(size, ratio, from), computeVisiblePart(size, ratio, to)]
				expect(Math.abs(after.left + after.width * x - (before.left + before.width * x))).toBeLessThan(0.01)
				expect(Math.abs(after.top + after.height * y - (before.top + before.height * y))).toBeLessThan(0.01)
			}),
		)
	})
})

test('a framing has a named position only when it matches exactly', () => {
	expect(findFramingPosition({ x: 1, y: 0 })).toBe('top-right')
	expect(findFramingPosition({ x: 0.9, y: 0 })).toBeUndefined()
	expect(isDefaultFraming(DEFAULT_FRAMING)).toBe(true)
	expect(isDefaultFraming({ ...DEFAULT_FRAMING, zoom: 1.1 })).toBe(false)
	expect(rotateSize({ width: 3, height: 2 }, 270)).toEqual({ width: 2, height: 3 })
})

test.each([
	[{ w: 1, h: 1 }, 400, 400],
	[{ w: 8, h: 10 }, 320, 400],
	[{ w: 40, h: 4 }, 1_600, 160],
	[{ w: 3, h: 2 }, 400, 267],
	[{ w: 20, h: 12 }, 800, 480],
])('the suggested size for %j is %i x %i pixels', (box, width, height) => {
	expect(suggestedSize(box)).toEqual({ width, height })
})
