import { find } from './find'

/** Pictures that are broken give way to `data-fallback`, once. */
export function enhanceImageFallbacks(root: ParentNode) {
	for (const image of find(root, 'image-fallback', HTMLImageElement)) {
		const replace = () => {
			const fallback = image.dataset['fallback']
			if (fallback && image.getAttribute('src') !== fallback) image.src = fallback
		}
		image.addEventListener('error', replace)
		if (image.complete && image.naturalWidth === 0) replace()
	}
}
