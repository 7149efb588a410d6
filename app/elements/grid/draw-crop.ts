import { CANVAS, CELLS, type UnitRect } from '~/domain/grid/layout'

/** Lines around the subject of a drawing: width in page pixels, and colour. */
type Frame = readonly (readonly [width: number, colour: string])[]

/**
 * Draws a section of the grid of the size `view` (in units), centred on `box` as far as the grid allows, with a frame
 * around it: the cells in their colours on the page, and over them the image of the grid.
 */
export function drawCrop(
	canvas: HTMLCanvasElement,
	cells: HTMLElement,
	image: HTMLImageElement | null,
	{ view, box, frame }: { view: { w: number; h: number }; box: UnitRect; frame: Frame },
): void {
	const context = canvas.getContext('2d')
	if (!context) return
	const unit = Math.max(1, Math.ceil((canvas.clientWidth * devicePixelRatio) / view.w))
	canvas.width = view.w * unit
	canvas.height = view.h * unit
	const x = centre(box.x, box.w, view.w, CANVAS.width)
	const y = centre(box.y, box.h, view.h, CANVAS.height)
	context.setTransform(unit, 0, 0, unit, -x * unit, -y * unit)
	const seam = 1 / unit
	const ends = { x: x + view.w, y: y + view.h }
	const colours = new Map<string | null, string>()
	for (const cell of CELLS) {
		if (cell.x >= ends.x || cell.y >= ends.y || cell.x + cell.w <= x || cell.y + cell.h <= y) continue
		const element = cells.querySelector(`[data-cell="${cell.id}"]`)
		if (!element) continue
		const state = element.getAttribute('data-state')
		const colour = colours.get(state) ?? getComputedStyle(element).backgroundColor
		colours.set(state, colour)
		context.fillStyle = colour
		context.fillRect(cell.x, cell.y, cell.w - seam, cell.h - seam)
	}
	context.imageSmoothingQuality = 'high'
	if (image?.complete && image.naturalWidth > 0) context.drawImage(image, 0, 0, CANVAS.width, CANVAS.height)
	for (const [width, colour] of frame) {
		context.lineWidth = (width * devicePixelRatio) / unit
		context.strokeStyle = colour
		context.strokeRect(box.x, box.y, box.w, box.h)
	}
}

/** Returns the start of a view centred on a range, as far as the grid allows. */
function centre(from: number, length: number, shown: number, all: number): number {
	return Math.min(all - shown, Math.max(0, from + Math.round((length - shown) / 2)))
}
