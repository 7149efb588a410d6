import { define, find } from '~/elements/define'
import { type Field, writeErrors } from '~/elements/forms/field-errors'
import { needStyles } from '~/elements/styles'

type Schemas = typeof import('./checks')

/*
 * Says below each field of the form inside, when it is left, what the server would say of it, until it is right. Files
 * are looked at by `file-check`. The rules come when the form is first touched. The form is sent as it would be without
 * scripts: the server decides.
 */
define('form-checks', (element, read) => {
	const form = find(element, 'form', HTMLFormElement)
	if (!form) return
	needStyles()
	let schemas: Schemas | undefined
	let isPressed = false
	const left = new Set<string>()
	const changed = new Set<string>()

	/* What is wrong with the fields, by name; undefined where that cannot be said yet. */
	const problems = () => {
		const of = read('of')
		return schemas?.isCheckedForm(of) ? schemas.problemsOf(new FormData(form), of) : undefined
	}
	/* Writes what is wrong with the fields that were left, and takes away what no longer is. What the server alone knows
	   to be wrong stays until its field changes. */
	const show = () => {
		if (isPressed || left.size + changed.size === 0) return
		const found = problems()
		for (const field of found ? form.elements : []) {
			if (!isField(field)) continue
			const texts = found?.[field.name] ?? []
			if ((texts.length === 0 ? changed : left).has(field.name)) writeErrors(field, texts)
		}
	}
	const leave = new AbortController()
	const { signal } = leave
	const load = async () => {
		schemas = await import('./checks').catch(() => undefined)
		show()
	}
	form.addEventListener('focusin', load, { once: true, signal })
	form.addEventListener(
		'focusout',
		({ target }) => {
			// A window that is left keeps its field.
			if (!isField(target) || target === document.activeElement) return
			left.add(target.name)
			show()
		},
		{ signal },
	)
	form.addEventListener(
		'input',
		({ target }) => {
			if (isField(target)) changed.add(target.name)
			show()
		},
		{ signal },
	)
	/* Says what is wrong below a field that stops the form, in place of the browser's bubble, which would cover it. */
	const refuse = (event: Event) => {
		const { target: field } = event
		const texts = (isField(field) && problems()?.[field.name]) || []
		if (!isField(field) || texts.length === 0) return
		event.preventDefault()
		left.add(field.name)
		writeErrors(field, texts)
		if (field === form.querySelector(':is(input, select, textarea):invalid')) field.focus()
	}
	form.addEventListener('invalid', refuse, { capture: true, signal })
	// What appears while a button is pressed would move the button away from under the pointer.
	form.addEventListener('pointerdown', () => (isPressed = true), { signal })
	const release = () =>
		setTimeout(() => {
			isPressed = false
			show()
		})
	window.addEventListener('pointerup', release, { signal })
	window.addEventListener('pointercancel', release, { signal })
	return () => leave.abort()
})

function isField(element: unknown): element is Field {
	const isKnown =
		element instanceof HTMLInputElement ||
		element instanceof HTMLSelectElement ||
		element instanceof HTMLTextAreaElement
	return isKnown && element.name !== '' && !['hidden', 'file'].includes(element.type)
}
