import { define } from './define'
import { clockText } from './words'

const LOOK_EVERY_MS = 15_000

/* Calls `tick` at once and again after the ms that it returns, until it returns none. @returns what ends it. */
function repeat(tick: () => number | undefined): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	const run = () => {
		const ms = tick()
		timer = ms === undefined ? undefined : setTimeout(run, ms)
	}
	run()
	return () => clearTimeout(timer)
}

/* A clock that runs down. The button that it wakes is disabled until it is over. */
define('count-down', (element, read) =>
	repeat(() => {
		const left = (Number(read('until')) - Date.now()) / 1000
		const waiting = document.getElementById(read('wakes'))
		element.textContent = left > 0 ? read('before') + clockText(left) : read('over')
		if (waiting instanceof HTMLButtonElement) waiting.disabled = left > 0
		return left > 0 ? 1000 - (Date.now() % 1000) : undefined
	}),
)

/* Replaces content that is true until a moment by its successor, in an open page. */
define('turn-over', (element, read) =>
	repeat(() => {
		const left = Number(read('at')) - Date.now()
		// A computer that has slept has not counted, so the clock is asked often.
		if (left > 0) return Math.min(left, LOOK_EVERY_MS)
		const [before, after] = element.children
		before?.toggleAttribute('hidden', true)
		if (after) after.textContent = read('over')
		return undefined
	}),
)
