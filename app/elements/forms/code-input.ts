import { define, TypedElement } from '../typed-element'
import { digitsOf } from '../words'

/** Six boxes that behave as one: typing goes on to the next, backspace back, a whole code spreads over all. */
class CodeInput extends TypedElement<'code-input'> {
	get #boxes(): HTMLInputElement[] {
		return [...this.querySelectorAll<HTMLInputElement>('input[name="digit"]')]
	}

	connectedCallback() {
		for (const [place, box] of this.#boxes.entries()) {
			box.addEventListener('focus', () => box.select())
			box.addEventListener('input', () => {
				const digits = digitsOf(box.value, 6 - place)
				box.value = digits[0] ?? ''
				if (digits.length > 0) this.#spread(place, digits.join(''))
			})
			box.addEventListener('paste', event => {
				const text = event.clipboardData?.getData('text')
				if (!text) return
				const digits = digitsOf(text, 6)
				// What has no digits leaves the box as it was.
				event.preventDefault()
				if (digits.length === 0) return
				this.#spread(digits.length === 6 ? 0 : place, digits.join(''))
			})
			box.addEventListener('keydown', event => this.#move(event, place))
		}
	}

	#spread(from: number, text: string) {
		const boxes = this.#boxes
		const digits = digitsOf(text, boxes.length - from)
		for (const [offset, digit] of digits.entries()) {
			const box = boxes[from + offset]
			if (box) box.value = digit
		}
		boxes[Math.min(from + digits.length, boxes.length - 1)]?.focus()
	}

	#move(event: KeyboardEvent, place: number) {
		const boxes = this.#boxes
		const [before, box, after] = [boxes[place - 1], boxes[place], boxes[place + 1]]
		if (event.key === 'Backspace' && box?.value === '' && before) {
			event.preventDefault()
			before.value = ''
			before.focus()
		} else if (event.key === 'ArrowLeft') before?.focus()
		else if (event.key === 'ArrowRight') after?.focus()
	}
}

define('code-input', CodeInput)
