import { accepts, isTooLarge } from './file'
import { find } from './find'

/** Shows a chosen image over its place at once, without sending it anywhere. */
export function enhancePreviews(root: ParentNode) {
	for (const preview of find(root, 'preview', HTMLElement)) {
		const input = preview.querySelector<HTMLInputElement>('input[type="file"]')
		const image = preview.querySelector('[data-preview-image]')
		const show = preview.querySelector<HTMLElement>('[data-preview-show]')
		const clear = preview.querySelector<HTMLElement>('[data-preview-clear]')
		if (!input || !image || !show || !clear) continue
		let address = ''
		const draw = (file: File | undefined) => {
			if (address) URL.revokeObjectURL(address)
			address = file ? URL.createObjectURL(file) : ''
			if (address) image.setAttribute('href', address)
			else image.removeAttribute('href')
			clear.hidden = !address
		}
		show.hidden = true
		input.addEventListener('change', () => {
			const file = input.files?.[0]
			draw(file && accepts(input.accept, file) && !isTooLarge(input) ? file : undefined)
		})
		clear.addEventListener('click', event => {
			event.preventDefault()
			input.value = ''
			input.dispatchEvent(new Event('change'))
			input.focus()
		})
	}
}
