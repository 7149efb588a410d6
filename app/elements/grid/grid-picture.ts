import { COMPOSITE_WIDTHS } from '~/domain/grid/picture/composite'

/** Width in pixels of the largest image of the grid. */
const LARGEST = Math.max(...COMPOSITE_WIDTHS)

/** Finds the image over the cells, at any size; null while nothing is published. */
export function findGridPicture(within: Element | null): HTMLImageElement | null {
	return within?.querySelector<HTMLImageElement>('img.pixel-picture') ?? null
}

/** Fetches the largest image over the cells, in the format that this browser shows. */
export function fetchLargest({ currentSrc }: HTMLImageElement, whenLoaded: () => void): HTMLImageElement {
	const large = new Image()
	large.fetchPriority = 'low'
	large.addEventListener('load', whenLoaded)
	large.src = currentSrc.replace(/\d+(\.avif|\.webp)$/, `${LARGEST}$1`)
	return large
}

/** Switches the page to its largest image. Call it once that has loaded, because browsers would show none meanwhile. */
export function showLargest(picture: HTMLImageElement): void {
	for (const source of picture.parentElement?.querySelectorAll('source') ?? []) source.sizes = `${LARGEST}px`
}
