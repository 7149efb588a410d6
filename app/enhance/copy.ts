import { find } from './find'
import { showToast } from './toasts'

/** Buttons that copy `data-copy`; for a second they say that they did. */
export function enhanceCopyButtons(root: ParentNode) {
	if (!navigator.clipboard) return
	for (const button of find(root, 'copy', HTMLButtonElement)) {
		button.hidden = false
		const words = button.querySelector('span')
		const before = words?.textContent ?? ''
		button.addEventListener('click', async () => {
			await navigator.clipboard.writeText(button.dataset['copy'] ?? '')
			showToast('success', 'Copied to clipboard!', 3)
			if (!words) return
			words.textContent = 'Copied'
			setTimeout(() => {
				words.textContent = before
			}, 1000)
		})
	}
}
