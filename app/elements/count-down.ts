import { define, TypedElement } from './typed-element'
import { clockText } from './words'

/** A clock that runs down. The button that it wakes is disabled until it is over. */
class CountDown extends TypedElement<'count-down'> {
	#timer = 0

	connectedCallback() {
		this.#tick()
	}

	disconnectedCallback() {
		clearTimeout(this.#timer)
	}

	#tick() {
		const left = (Number(this.read('until')) - Date.now()) / 1000
		const waiting = document.getElementById(this.read('wakes'))
		this.textContent = left > 0 ? this.read('before') + clockText(left) : this.read('over')
		if (waiting instanceof HTMLButtonElement) waiting.disabled = left > 0
		if (left > 0) this.#timer = window.setTimeout(() => this.#tick(), 1000 - (Date.now() % 1000))
	}
}

define('count-down', CountDown)
