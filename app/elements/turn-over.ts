import { define, TypedElement } from './typed-element'

const LOOK_EVERY_MS = 15_000

/**
 * What is true until a moment, the first part inside, gives way to what is true from then on, in a page that stays
 * open.
 */
class TurnOver extends TypedElement<'turn-over'> {
	#timer = 0

	connectedCallback() {
		this.#look()
	}

	disconnectedCallback() {
		clearTimeout(this.#timer)
	}

	#look() {
		const left = Number(this.read('at')) - Date.now()
		const [before, after] = [this.children[0], this.children[1]?.firstElementChild]
		before?.toggleAttribute('hidden', left <= 0)
		after?.toggleAttribute('hidden', left > 0)
		// A computer that has slept has not counted, so the clock is asked often.
		if (left > 0) this.#timer = window.setTimeout(() => this.#look(), Math.min(left, LOOK_EVERY_MS))
	}
}

define('turn-over', TurnOver)
