import { find } from './find'

/** '4:59', '1:02:03', of a number of seconds, never below '0:00'. */
export function clockText(seconds: number): string {
	const whole = Math.max(0, Math.ceil(seconds))
	const two = (value: number) => String(value).padStart(2, '0')
	const hours = Math.floor(whole / 3600)
	const minutes = Math.floor(whole / 60) % 60
	return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/**
 * Clocks that run down to `data-until` (UTC ms), after the words of `data-before`, and then say `data-over`. An element that names one in `data-after` (by
 * id) is disabled until it is over.
 */
export function enhanceCountdowns(root: ParentNode) {
	for (const clock of find(root, 'countdown', HTMLElement)) {
		const until = Number(clock.dataset['until'])
		const waiting = clock.id
			? document.querySelectorAll<HTMLButtonElement>(`button[data-after="${CSS.escape(clock.id)}"]`)
			: []
		const tick = () => {
			const left = (until - Date.now()) / 1000
			const { before = '', over = '' } = clock.dataset
			clock.textContent = left > 0 ? before + clockText(left) : over
			for (const button of waiting) button.disabled = left > 0
			if (left > 0) setTimeout(tick, 1000 - (Date.now() % 1000))
		}
		tick()
	}
}
