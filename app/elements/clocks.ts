import { defineElement } from './define'
import { formatCountdown } from './texts'

const CHECK_EVERY_MS = 15_000

/* Calls `tick` at once and again after the ms that it returns, until it returns none.
   @returns a function that stops it. */
function repeat(tick: () => number | undefined): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	const run = () => {
		const ms = tick()
		timer = ms === undefined ? undefined : setTimeout(run, ms)
	}
	run()
	return () => clearTimeout(timer)
}

/* A countdown. The button that it enables is disabled until it ends. */
defineElement('count-down', (element, read) =>
	repeat(() => {
		const left = (Number(read('until')) - Date.now()) / 1000
		const button = document.getElementById(read('enables'))
		element.textContent = left > 0 ? read('before') + formatCountdown(left) : read('after')
		if (button instanceof HTMLButtonElement) button.disabled = left > 0
		return left > 0 ? 1000 - (Date.now() % 1000) : undefined
	}),
)

/* Replaces content in an open page at a given time. */
defineElement('switch-at', (element, read) =>
	repeat(() => {
		const left = Number(read('at')) - Date.now()
		// A computer that was asleep has not run the timer, so the clock is checked often.
		if (left > 0) return Math.min(left, CHECK_EVERY_MS)
		const [content, status] = element.children
		content?.toggleAttribute('hidden', true)
		if (status) status.textContent = read('after')
		return undefined
	}),
)
