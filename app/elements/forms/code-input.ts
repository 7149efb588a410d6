import { defineElement } from '../define'
import { extractDigits } from '../texts'

/* Six inputs that behave as one: typing moves on, backspace moves back, a pasted code fills all. */
defineElement('code-input', element => {
	const boxes = [...element.querySelectorAll<HTMLInputElement>('input[name="digit"]')]
	const spread = (from: number, digits: string[]) => {
		if (!digits[0]) return
		for (const [offset, box] of boxes.slice(from).entries()) box.value = digits[offset] ?? box.value
		boxes[Math.min(from + digits.length, 5)]?.focus()
	}
	for (const [place, box] of boxes.entries()) {
		box.addEventListener('focus', () => box.select())
		box.addEventListener('input', () => {
			const digits = extractDigits(box.value, 6 - place)
			box.value = ''
			spread(place, digits)
		})
		box.addEventListener('paste', event => {
			const text = event.clipboardData?.getData('text')
			if (!text) return
			const digits = extractDigits(text, 6)
			// Pasted text without digits leaves the input unchanged.
			event.preventDefault()
			spread(digits.length === 6 ? 0 : place, digits)
		})
		box.addEventListener('keydown', event => {
			const before = boxes[place - 1]
			if (event.key === 'Backspace' && box.value === '' && before) {
				event.preventDefault()
				before.value = ''
				before.focus()
			} else if (event.key === 'ArrowLeft') before?.focus()
			else if (event.key === 'ArrowRight') boxes[place + 1]?.focus()
		})
	}
})
