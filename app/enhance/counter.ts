import { find } from './find'

/** '12 of 200 characters', counted as the form counts them. */
export function counterText(length: number, most: number): string {
	return `${length} of ${most} characters`
}

/** Counts under a text area what has been typed; spoken only near the end. */
export function enhanceCounters(root: ParentNode) {
	for (const area of find(root, 'counter', HTMLTextAreaElement)) {
		const most = area.maxLength
		if (most <= 0) continue
		const shown = document.createElement('p')
		shown.className = 'help figures'
		shown.ariaLive = 'off'
		area.after(shown)
		const count = () => {
			shown.textContent = counterText(area.value.length, most)
			shown.ariaLive = most - area.value.length <= 20 ? 'polite' : 'off'
		}
		area.addEventListener('input', count)
		count()
	}
}
