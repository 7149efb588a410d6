import { CANVAS } from '../layout'
import type { CropName } from './crop'

/** Widths in pixels of the composite image: multiples of the 40 units, so that cells stay sharp. */
export const COMPOSITE_WIDTHS = [480, 960, 1440] as const
export const COMPOSITE_FORMATS = ['avif', 'webp', 'png'] as const
export type CompositeFormat = (typeof COMPOSITE_FORMATS)[number]

/** The only width for browsers that support neither `srcset` nor the newer formats. */
export const PLAIN_WIDTH = 960

/** Returns the height of a composite image of a width, in pixels. */
export function compositeHeight(width: number): number {
	return (width / CANVAS.width) * CANVAS.height
}

/** Returns the address of a file of a composite image; immutable, because the hash identifies the content. */
export function compositeAddress(hash: string, width: number, format: CompositeFormat): string {
	return `/grid-picture/${hash}/${width}.${format}`
}

/** Returns the address of a section of a composite image that pages show in their header; immutable too. */
export function cropAddress(hash: string, name: CropName, format: CompositeFormat): string {
	return `/grid-picture/${hash}/${name}.${format}`
}

/** Returns the `srcset` of all widths in one format. */
export function compositeSources(hash: string, format: Exclude<CompositeFormat, 'png'>): string {
	return COMPOSITE_WIDTHS.map(width => `${compositeAddress(hash, width, format)} ${width}w`).join(', ')
}
