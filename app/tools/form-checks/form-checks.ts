import { defineElement, find } from '~/elements/define'
import { type Field, writeErrors } from '~/elements/forms/field-errors'
import { needStyles } from '~/elements/styles'

type Schemas = typeof import('./checks')

const FIELD = ':is(input, select, textarea)'

/* Validates each field of the form inside on blur, and then until it is valid. `file-check` checks files. The rules
   load when the form is first touched. The form is sent as without scripts: the server decides. */
defineElement('form-checks', (element, read) => {
	const form = find(element, 'form', HTMLFormElement)
	if (!form) return
	needStyles()
	let schemas: Schemas | undefined
	let isPressed = false
	const left = new Set<string>()
	const changed = new Set<string>()

	/* The errors by field name; undefined until the rules have loaded. */
	const problems = () => {
		const of = read('of')
		return schemas?.isCheckedForm(of) ? schemas.findProblems(new FormData(form), of) : undefined
	}
	/* Shows the errors of the fields that were left, and removes corrected ones. Errors that only the server can find stay
	   until their field changes. */
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
	const onFocusOut = ({ target }: Event) => {
		// When the window loses the focus, its field keeps it.
		if (!isField(target) || target === document.activeElement) return
		left.add(target.name)
		show()
	}
	const onInput = ({ target }: Event) => {
		if (isField(target)) {
			changed.add(target.name)
			// Without the rules, the browser's are all there is.
			if (!schemas && target.validity.valid) writeErrors(target, [])
		}
		show()
	}
	form.addEventListener('focusout', onFocusOut, { signal })
	form.addEventListener('input', onInput, { signal })
	/* Shows the error below a field that blocks the form, in place of the browser's bubble, which would cover it. */
	const refuse = async (event: Event) => {
		const { target: field } = event
		if (!isField(field)) return
		event.preventDefault()
		left.add(field.name)
		if (field === form.querySelector(`${FIELD}:invalid`)) {
			// The rules may have found an error above that the browser does not know.
			form.querySelector<Field>(`${FIELD}:is(:invalid, [aria-invalid=true])`)?.focus()
		}
		await load()
		if (field.validity.valid) return
		writeErrors(field, problems()?.[field.name] ?? [field.validationMessage])
	}
	form.addEventListener('invalid', refuse, { capture: true, signal })
	// An error that appears during a press would move the button away from under the pointer.
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
