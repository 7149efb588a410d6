import { needStyles } from './styles'
import { showToast } from './toasts'
import { define, TypedElement } from './typed-element'

/** Draws the button that copies a text; for a second it says that it did. */
class CopyButton extends TypedElement<'copy-button'> {
	connectedCallback() {
		if (!navigator.clipboard || this.firstChild) return
		needStyles()
		const button = document.createElement('button')
		button.type = 'button'
		button.className = 'btn'
		button.textContent = 'Copy'
		button.ariaLabel = `Copy ${this.read('label')}`
		button.addEventListener('click', async () => {
			await navigator.clipboard.writeText(this.read('text'))
			showToast('success', 'Copied to clipboard!', 3)
			button.textContent = 'Copied'
			setTimeout(() => {
				button.textContent = 'Copy'
			}, 1000)
		})
		this.append(button)
	}
}

define('copy-button', CopyButton)
