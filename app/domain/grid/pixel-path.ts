/** The list of all blocks that the grid shows. */
export const PIXELS_PATH = '/pixels'

/** The address of a pixel's page. */
export function pixelPath(id: number): string {
	return `${PIXELS_PATH}/${id}`
}

/** Where a browser says that the link of a cell's block is followed. */
export function clickPath(id: number): string {
	return `/clicks/${id}`
}

/** The address at which a pixel is chosen already, to be bought. */
export function buyPath(id: number): string {
	return `/user/pixels/buy?cell=${id}`
}
