import { define } from '../define'
import { extractDigits } from '../texts'

/* Six inputs that behave as one: typing moves on, backspace moves back, a pasted code fills all. */
define('code-input', element => {
	const boxes = [...element.querySelectorAll<HTMLInputElement>('input[name="digit"]')]
	const spread = (from: number, digits: string[]) => {
		for (const [offset, digit] of digits.entries()) {
			const box = boxes[from + offset]
			if (box) box.value = digit
		}
		boxes[Math.min(from + digits.length, boxes.length - 1)]?.focus()
	}
	// The first holds whatever was typed before this script ran.
	const early = extractDigits(boxes[0]?.value ?? '', 6)
	if (early.length > 1) spread(0, early)
	for (const [place, box] of boxes.entries()) {
		box.addEventListener('focus', () => box.select())
		box.addEventListener('input', () => {
			const digits = extractDigits(box.value, 6 - place)
			box.value = digits[0] ?? ''
			if (digits.length > 0) spread(place, digits)
		})
		box.addEventListener('paste', event => {
			const text = event.clipboardData?.getData('text')
			if (!text) return
			const digits = extractDigits(text, 6)
			// Pasted text without digits leaves the input unchanged.
			event.preventDefault()
			if (digits.length > 0) spread(digits.length === 6 ? 0 : place, digits)
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
