import { type Field, writeErrors } from '~/elements/forms/field-errors'
import { needStyles } from '~/elements/styles'
import { define, TypedElement } from '~/elements/typed-element'

type Schemas = typeof import('./checks')

/**
 * Says below each field of the form inside, when it is left, what the server would say of it, until it is right. Files
 * are looked at by `file-check`. The rules come when the form is first touched. The form is sent as it would be without scripts: the server decides.
 */
class FormChecks extends TypedElement<'form-checks'> {
	#schemas: Schemas | undefined
	#listening = new AbortController()
	#isPressed = false
	readonly #left = new Set<string>()
	readonly #changed = new Set<string>()

	connectedCallback() {
		const form = this.find('form', HTMLFormElement)
		if (!form) return
		needStyles()
		this.#listening = new AbortController()
		const { signal } = this.#listening
		form.addEventListener('focusin', () => this.#load(form), { once: true, signal })
		form.addEventListener('focusout', ({ target }) => this.#leave(form, target), { signal })
		form.addEventListener('input', ({ target }) => this.#change(form, target), { signal })
		form.addEventListener('invalid', event => this.#refuse(form, event), { capture: true, signal })
		// What appears while a button is pressed would move the button away from under the pointer.
		form.addEventListener('pointerdown', () => this.#press(true), { signal })
		const release = () => setTimeout(() => this.#press(false, form))
		window.addEventListener('pointerup', release, { signal })
		window.addEventListener('pointercancel', release, { signal })
	}

	disconnectedCallback() {
		this.#listening.abort()
	}

	async #load(form: HTMLFormElement) {
		this.#schemas = await import('./checks').catch(() => undefined)
		this.#show(form)
	}

	#press(isPressed: boolean, form?: HTMLFormElement) {
		this.#isPressed = isPressed
		if (form) this.#show(form)
	}

	#leave(form: HTMLFormElement, target: EventTarget | null) {
		// A window that is left keeps its field.
		if (!isField(target) || target === document.activeElement) return
		this.#left.add(target.name)
		this.#show(form)
	}

	#change(form: HTMLFormElement, target: EventTarget | null) {
		if (isField(target)) this.#changed.add(target.name)
		this.#show(form)
	}

	/* Says what is wrong below a field that stops the form, in place of the browser's bubble, which would cover it. */
	#refuse(form: HTMLFormElement, event: Event) {
		const { target: field } = event
		const of = this.read('of')
		if (!isField(field) || !this.#schemas?.isCheckedForm(of)) return
		const texts = this.#schemas.problemsOf(new FormData(form), of)[field.name] ?? []
		if (texts.length === 0) return
		event.preventDefault()
		this.#left.add(field.name)
		writeErrors(field, texts)
		if (field === form.querySelector(':is(input, select, textarea):invalid')) field.focus()
	}

	/**
	 * Writes what is wrong with the fields that were left, and takes away what no longer is. What the server alone knows
	 * to be wrong stays until its field changes.
	 */
	#show(form: HTMLFormElement) {
		const of = this.read('of')
		if (this.#isPressed || !this.#schemas?.isCheckedForm(of)) return
		if (this.#left.size === 0 && this.#changed.size === 0) return
		const problems = this.#schemas.problemsOf(new FormData(form), of)
		for (const field of form.elements) {
			if (!isField(field)) continue
			const texts = problems[field.name] ?? []
			if ((texts.length === 0 ? this.#changed : this.#left).has(field.name)) writeErrors(field, texts)
		}
	}
}

function isField(element: unknown): element is Field {
	const isKnown =
		element instanceof HTMLInputElement ||
		element instanceof HTMLSelectElement ||
		element instanceof HTMLTextAreaElement
	return isKnown && element.name !== '' && !['hidden', 'file'].includes(element.type)
}

define('form-checks', FormChecks)
