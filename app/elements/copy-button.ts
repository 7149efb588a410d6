import { createElement, defineElement } from './define'
import { needStyles } from './styles'
import { showToast } from './toasts'

/* Renders a button that copies a text; for a second it confirms that. */
defineElement('copy-button', (element, read) => {
	if (!navigator.clipboard || element.firstChild) return
	needStyles()
	const ariaLabel = `Copy ${read('label')}`
	const button = createElement('button', { type: 'button', className: 'btn', textContent: 'Copy', ariaLabel })
	button.addEventListener('click', async () => {
		try {
			await navigator.clipboard.writeText(read('text'))
		} catch {
			return showToast('error', 'Your browser did not allow copying.')
		}
		showToast('success', 'Copied to clipboard!', 3)
		button.textContent = 'Copied'
		setTimeout(() => {
			button.textContent = 'Copy'
		}, 1000)
	})
	element.append(button)
})
