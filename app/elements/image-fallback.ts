import { define, TypedElement } from './typed-element'

/** An image that is broken gives way to another, once. */
class ImageFallback extends TypedElement<'image-fallback'> {
	connectedCallback() {
		const image = this.find('img', HTMLImageElement)
		if (!image) return
		const replace = () => {
			if (image.getAttribute('src') !== this.read('src')) image.src = this.read('src')
		}
		image.addEventListener('error', replace)
		if (image.complete && image.naturalWidth === 0) replace()
	}
}

define('image-fallback', ImageFallback)
