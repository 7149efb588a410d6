import { CANVAS } from '../layout'

/** Widths in pixels in which the composite image exists: multiples of the 40 units, so that cells stay sharp. */
export const COMPOSITE_WIDTHS = [480, 960, 1440] as const
export const COMPOSITE_FORMATS = ['avif', 'webp', 'png'] as const
export type CompositeFormat = (typeof COMPOSITE_FORMATS)[number]

/** The one width for browsers that know neither `srcset` nor the newer formats. */
export const PLAIN_WIDTH = 960

/** In pixels, of a composite image of that width. */
export function compositeHeight(width: number): number {
	return (width / CANVAS.width) * CANVAS.height
}

/** Address of one file of a composite image; immutable, because the hash names the content. */
export function compositeAddress(hash: string, width: number, format: CompositeFormat): string {
	return `/grid-picture/${hash}/${width}.${format}`
}

/** Address of the part of a composite image that pages show in their heads; immutable as well. */
export function cropAddress(hash: string, format: CompositeFormat): string {
	return `/grid-picture/${hash}/crop.${format}`
}

/** The `srcset` of all widths in one format. */
export function compositeSources(hash: string, format: Exclude<CompositeFormat, 'png'>): string {
	return COMPOSITE_WIDTHS.map(width => `${compositeAddress(hash, width, format)} ${width}w`).join(', ')
}
