import { isAcceptedFile } from '~/domain/files/accepting'
import { createElement, defineElement, find } from '../define'
import { needStyles } from '../styles'
import { formatCharacterCount } from '../texts'
import { writeErrors } from './field-errors'

/* Counts the characters in a text area; announced only near the limit. */
defineElement('character-count', (element, read) => {
	const area = document.getElementById(read('of'))
	if (!(area instanceof HTMLTextAreaElement) || area.maxLength <= 0) return
	const count = () => {
		// Its line stays.
		element.textContent = area.value ? formatCharacterCount(area.value.length, area.maxLength) : '\u00a0'
		element.ariaLive = area.maxLength - area.value.length <= 20 ? 'polite' : 'off'
	}
	area.addEventListener('input', count)
	count()
})

/* A number has another meaning for another choice: 10 percent, 10 pounds. */
defineElement('clear-field', (element, read) => {
	element.addEventListener('change', () => {
		const field = document.getElementById(read('of'))
		if (field instanceof HTMLInputElement) field.value = ''
	})
})

/* Takes the focus when the page opens: browsers apply `autofocus` only to fields, and not in content added later. */
defineElement('error-summary', element => {
	if (element.autofocus) element.focus()
})

/* Renders a button that shows and hides a password. Hidden again when the form is sent. */
defineElement('password-reveal', element => {
	const input = find(element, 'input', HTMLInputElement)
	if (!input || input.nextSibling) return
	needStyles()
	const button = createElement('button', { type: 'button' })
	const name = input.labels?.[0]?.textContent?.trim().toLowerCase() ?? 'password'
	const set = (shown: boolean) => {
		input.type = shown ? 'text' : 'password'
		button.textContent = shown ? 'Hide' : 'Show'
		button.ariaPressed = String(shown)
		button.ariaLabel = `${button.textContent} ${name}`
	}
	button.setAttribute('aria-controls', input.id)
	set(false)
	button.addEventListener('click', () => set(input.type === 'password'))
	input.form?.addEventListener('submit', () => set(false))
	element.append(button)
})

/* Reports a file that is too large or of a wrong type before it is sent. The server decides, but sending a file that is
   certain to be refused only costs time. */
defineElement('file-check', (element, read) => {
	const input = find(element, 'input', HTMLInputElement)
	if (!input) return
	needStyles()
	const problem = () => {
		const files = [...(input.files ?? [])]
		if (files[0] && !isAcceptedFile(input.accept, files[0])) return read('type-message')
		return files.some(file => file.size > Number(read('max-bytes'))) ? read('size-message') : ''
	}
	const line = createElement('p', { className: 'error', role: 'alert', hidden: true })
	element.append(line)
	input.addEventListener('change', () => {
		// The server's errors were about another file, or none.
		if (input.files?.length) writeErrors(input, [])
		line.textContent = problem()
		line.hidden = line.textContent === ''
		input.setCustomValidity(line.textContent)
		input.ariaInvalid = line.hidden ? null : 'true'
	})
	input.form?.addEventListener('submit', event => {
		if (event.defaultPrevented || !problem()) return
		event.preventDefault()
		input.focus()
	})
})
