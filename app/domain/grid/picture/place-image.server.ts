import { PALETTE } from '~/domain/palette'
import { encodeJpeg } from '~/server/images/compose.server'
import { cellsByIds } from '../layout'
import { readGrid } from '../queries.server'
import type { CellState, PublishedBlock } from '../rules'
import type { Surroundings } from '../surroundings'
import { readSurroundings } from '../surroundings.server'
import { composePart } from './composite.server'
import { intersect } from './crop'

const WIDTH = 784
const MAX_UNIT = 56
const INK = PALETTE.ink
const FILLS: Readonly<Record<CellState, string>> = {
	available: PALETTE.green,
	owned: PALETTE.blue,
	'user-reserved': PALETTE.wine,
	'admin-reserved': PALETTE.slate,
	invited: 'orange',
}
const MARKS: Partial<Record<CellState, string>> = { owned: PALETTE.mist, invited: INK }

/**
 * Renders cells and their surroundings as a JPEG, as the account sees them at `now` (UTC ms), for clients that show no
 * page.
 */
export async function drawPlaceImage(ids: readonly number[], accountId: string, now: number) {
	const place = await readSurroundings(ids, accountId, now)
	const unit = Math.min(MAX_UNIT, Math.floor(WIDTH / place.view.w))
	return (await drawPlace(place, unit, (await readGrid(now)).blocks)).bytes
}

/**
 * Renders surroundings as a JPEG, with `unit` pixels for a tiny cell. `missing`: how many images could not be drawn.
 */
export async function drawPlace(place: Surroundings, unit: number, published: readonly PublishedBlock[]) {
	const { view } = place
	const blocks = published.filter(block => cellsByIds(block.cells).some(cell => intersect(cell, view)))
	const { canvas, size, missing } = await composePart(blocks, view, unit)
	return { bytes: await encodeJpeg(canvas, size, getLayers(place, unit)), missing }
}

function getLayers({ view, cells, seams, own }: Surroundings, unit: number) {
	const svg = (content: string) =>
		`<svg xmlns="http://www.w3.org/2000/svg" width="${view.w * unit}" height="${view.h * unit}" viewBox="${view.x} ${view.y} ${view.w} ${view.h}">${content}</svg>`
	const line = (d: string, colour: string, pixels: number) =>
		`<path fill="none" stroke="${colour}" stroke-width="${pixels / unit}" d="${d}"/>`
	const faces = cells.map(([state, path, marks]) => {
		const hatch = /-reserved$/.test(state) ? `<path fill="url(#hatch)" d="${path}"/>` : ''
		return `<path fill="${FILLS[state]}" d="${path}"/>${hatch}<path fill="${MARKS[state] ?? 'none'}" d="${marks}"/>`
	})
	return {
		below: svg(
			`<pattern id="hatch" width="0.2" height="0.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path stroke="#fff" stroke-opacity="0.17" stroke-width="0.03" d="M0 0v0.2"/></pattern>${faces.join('')}`,
		),
		above: svg(line(seams, INK, 1.5) + line(own.outline, INK, 10) + line(own.outline, PALETTE.gold, 4)),
	}
}
