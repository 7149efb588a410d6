import { define, TypedElement } from '../typed-element'

/** What was typed for one choice means something else for another: 10 percent, 10 pounds. */
class ClearField extends TypedElement<'clear-field'> {
	connectedCallback() {
		this.addEventListener('change', this.#clear)
	}

	disconnectedCallback() {
		this.removeEventListener('change', this.#clear)
	}

	#clear = () => {
		const field = document.getElementById(this.read('of'))
		if (field instanceof HTMLInputElement) field.value = ''
	}
}

define('clear-field', ClearField)
