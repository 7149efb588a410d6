import { accepts } from '~/domain/files/accepting'
import { needStyles } from '../styles'
import { define, TypedElement } from '../typed-element'
import { writeErrors } from './field-errors'

/**
 * Says at once what the server would say about a file that is too large or of a wrong type. The server decides, but
 * nobody is made to wait for the sending of a file that is certain to be refused.
 */
class FileCheck extends TypedElement<'file-check'> {
	connectedCallback() {
		const input = this.find('input', HTMLInputElement)
		if (!input) return
		needStyles()
		const line = document.createElement('p')
		line.className = 'error'
		line.role = 'alert'
		line.hidden = true
		this.append(line)
		input.addEventListener('change', () => {
			const problem = this.#problemOf(input)
			// What the server said was about another file, or none.
			if (input.files?.length) writeErrors(input, [])
			line.textContent = problem
			line.hidden = problem === ''
			input.setCustomValidity(problem)
			input.ariaInvalid = problem ? 'true' : null
		})
		input.form?.addEventListener('submit', event => {
			if (event.defaultPrevented || !this.#problemOf(input)) return
			event.preventDefault()
			input.focus()
		})
	}

	#problemOf(input: HTMLInputElement): string {
		const file = input.files?.[0]
		if (file && !accepts(input.accept, file)) return this.read('type-message')
		return this.#isTooLarge(input) ? this.read('size-message') : ''
	}

	#isTooLarge(input: HTMLInputElement): boolean {
		return [...(input.files ?? [])].some(file => file.size > Number(this.read('max-bytes')))
	}
}

define('file-check', FileCheck)
