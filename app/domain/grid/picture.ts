import { CANVAS } from './layout'

/** Widths in pixels in which the composed picture exists: multiples of the 40 units, so that cells stay sharp. */
export const PICTURE_WIDTHS = [480, 960, 1600] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

export function pictureHeight(width: number): number {
	return (width / CANVAS.width) * CANVAS.height
}

/** Address of one file of a picture; immutable, because the hash names the content. */
export function pictureAddress(hash: string, width: number, format: PictureFormat): string {
	return `/grid-picture/${hash}/${width}.${format}`
}

/** The `srcset` of all widths in one format. */
export function pictureSources(hash: string, format: PictureFormat): string {
	return PICTURE_WIDTHS.map(width => `${pictureAddress(hash, width, format)} ${width}w`).join(', ')
}
