import { find } from './find'

/** The digits of a text, at most `count` of them: what a pasted or autofilled code leaves. */
export function digitsOf(text: string, count: number): string[] {
	return [...text.replace(/\D/g, '')].slice(0, count)
}

/** Six boxes that behave as one: typing goes on to the next, backspace back, a whole code spreads over all. */
export function enhanceCodeInputs(root: ParentNode) {
	for (const group of find(root, 'code-input', HTMLFieldSetElement)) {
		const boxes = [...group.querySelectorAll<HTMLInputElement>('input[name="digit"]')]
		const spread = (from: number, text: string) => {
			const digits = digitsOf(text, boxes.length - from)
			for (const [offset, digit] of digits.entries()) {
				const box = boxes[from + offset]
				if (box) box.value = digit
			}
			boxes[Math.min(from + digits.length, boxes.length - 1)]?.focus()
		}
		for (const [place, box] of boxes.entries()) {
			box.addEventListener('focus', () => box.select())
			box.addEventListener('input', () => {
				const digits = digitsOf(box.value, boxes.length - place)
				box.value = digits[0] ?? ''
				if (digits.length > 0) spread(place, digits.join(''))
			})
			box.addEventListener('paste', event => {
				event.preventDefault()
				const digits = digitsOf(event.clipboardData?.getData('text') ?? '', boxes.length)
				spread(digits.length === boxes.length ? 0 : place, digits.join(''))
			})
			box.addEventListener('keydown', event => {
				const before = boxes[place - 1]
				const after = boxes[place + 1]
				if (event.key === 'Backspace' && box.value === '' && before) {
					event.preventDefault()
					before.value = ''
					before.focus()
				} else if (event.key === 'ArrowLeft') before?.focus()
				else if (event.key === 'ArrowRight') after?.focus()
			})
		}
	}
}
