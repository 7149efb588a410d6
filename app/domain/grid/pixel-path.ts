/** The list of all blocks that the grid shows. */
export const PIXELS_PATH = '/pixels'

/** The address of a pixel's page. */
export function pixelPath(id: number): string {
	return `${PIXELS_PATH}/${id}`
}

/** Parses a pixel number from an address or a form, only as pixels are numbered: "112", not "0112" or "1e3". */
export function pixelNumber(text: unknown): number | undefined {
	return typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** Returns the pixel of a page's address, exactly as {@link pixelPath} writes it; undefined for any other address. */
export function pixelInPath(pathname: string): number | undefined {
	const start = `${PIXELS_PATH}/`
	return pathname.startsWith(start) ? pixelNumber(pathname.slice(start.length)) : undefined
}

/** Returns the address that browsers ping when the link of a cell's block is followed. */
export function clickPath(id: number): string {
	return `/clicks/${id}`
}

/** Returns the address of the buying page with a pixel selected. */
export function buyPath(id: number): string {
	return `/user/pixels/buy?cell=${id}`
}
