import { find } from './find'

/** '12 of 200 characters', counted as the form counts them. */
export function counterText(length: number, most: number): string {
	return `${length} of ${most} characters`
}

/** Counts in the line under a text area what has been typed; spoken only near the end. */
export function enhanceCounters(root: ParentNode) {
	for (const area of find(root, 'counter', HTMLTextAreaElement)) {
		const most = area.maxLength
		const shown = area.nextElementSibling
		if (most <= 0 || !shown?.matches('[data-counter]')) continue
		const count = () => {
			shown.textContent = counterText(area.value.length, most)
			shown.ariaLive = most - area.value.length <= 20 ? 'polite' : 'off'
		}
		area.addEventListener('input', count)
		count()
	}
}
