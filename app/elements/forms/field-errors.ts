import { createElement } from '../define'

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Writes the errors of a field below it, as FieldErrors renders them. */
export function writeErrors(field: Field, texts: readonly string[]): void {
	const id = `${field.id}-error`
	const shown = document.getElementById(id)
	if ((shown?.textContent ?? '') === texts.join('')) return
	shown?.remove()
	const describing = new Set(field.getAttribute('aria-describedby')?.split(' '))
	describing.delete(id)
	if (texts.length > 0) {
		const list = createElement('div', { id, role: 'alert' })
		list.append(...texts.map(text => createElement('p', { className: 'error', textContent: text })))
		field.closest('.field')?.append(list)
		describing.add(id)
	} else {
		leaveSummary(field)
	}
	field.ariaInvalid = texts.length > 0 ? 'true' : null
	if (describing.size > 0) field.setAttribute('aria-describedby', [...describing].join(' '))
	else field.removeAttribute('aria-describedby')
}

/* Removes corrected errors from the summary above the form. */
function leaveSummary(field: Field) {
	const summary = document.querySelector('error-summary')
	for (const link of summary?.querySelectorAll(`a[href="#${field.id}"]`) ?? []) link.closest('li')?.remove()
	if (!summary?.querySelector('li')) summary?.remove()
}
