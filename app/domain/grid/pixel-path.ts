/** The list of all blocks that the grid shows. */
export const PIXELS_PATH = '/pixels'

/** The address of a pixel's page. */
export function pixelPath(id: number): string {
	return `${PIXELS_PATH}/${id}`
}

/** The number that a text from an address or a form is, written as pixels are numbered: "112", not "0112" or "1e3". */
export function pixelNumber(text: unknown): number | undefined {
	return typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** The pixel whose page has this address, exactly as {@link pixelPath} writes it; undefined for any other address. */
export function pixelInPath(pathname: string): number | undefined {
	const start = `${PIXELS_PATH}/`
	return pathname.startsWith(start) ? pixelNumber(pathname.slice(start.length)) : undefined
}

/** The address browsers ping when the link of a cell's block is followed. */
export function clickPath(id: number): string {
	return `/clicks/${id}`
}

/** The address at which a pixel is chosen already, to be bought. */
export function buyPath(id: number): string {
	return `/user/pixels/buy?cell=${id}`
}
