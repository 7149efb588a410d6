import { defineElement, find } from './define'

/* Replaces a broken image by another, once. */
defineElement('image-fallback', (element, read) => {
	const image = find(element, 'img', HTMLImageElement)
	if (!image) return
	const replace = () => {
		if (image.getAttribute('src') !== read('src')) image.src = read('src')
	}
	image.addEventListener('error', replace)
	if (image.complete && image.naturalWidth === 0) replace()
})
