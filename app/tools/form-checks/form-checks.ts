import { needStyles } from '~/elements/styles'
import { define, TypedElement } from '~/elements/typed-element'

type Schemas = typeof import('./checks')
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Says below each field of the form inside, when it is left, what the server would say of it. The rules come when the
 * form is first touched. The form is sent as it would be without scripts: the server decides.
 */
class FormChecks extends TypedElement<'form-checks'> {
	#schemas: Schemas | undefined
	#listening = new AbortController()
	#isPressed = false
	readonly #left = new Set<string>()

	connectedCallback() {
		const form = this.find('form', HTMLFormElement)
		if (!form) return
		needStyles()
		this.#listening = new AbortController()
		const { signal } = this.#listening
		form.addEventListener('focusin', () => this.#load(form), { once: true, signal })
		form.addEventListener('focusout', ({ target }) => this.#leave(form, target), { signal })
		form.addEventListener('input', () => this.#show(form), { signal })
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

	/** Writes what is wrong with the fields that were left, and takes away what no longer is. */
	#show(form: HTMLFormElement) {
		const of = this.read('of')
		if (this.#isPressed || this.#left.size === 0 || !this.#schemas?.isCheckedForm(of)) return
		const problems = this.#schemas.problemsOf(new FormData(form), of)
		for (const field of form.elements) {
			if (isField(field) && this.#left.has(field.name)) write(field, problems[field.name] ?? [])
		}
	}
}

function isField(element: unknown): element is Field {
	const isKnown =
		element instanceof HTMLInputElement ||
		element instanceof HTMLSelectElement ||
		element instanceof HTMLTextAreaElement
	return isKnown && element.name !== '' && element.type !== 'hidden'
}

/* As FieldErrors draws it. */
function write(field: Field, texts: readonly string[]) {
	const id = `${field.id}-error`
	const shown = document.getElementById(id)
	const lines = texts.map(line)
	if ((shown?.textContent ?? '') === texts.join('')) return
	shown?.remove()
	const describing = new Set(field.getAttribute('aria-describedby')?.split(' '))
	describing.delete(id)
	if (lines.length > 0) {
		const list = document.createElement('div')
		list.id = id
		list.role = 'alert'
		list.append(...lines)
		field.closest('.field')?.append(list)
		describing.add(id)
	}
	field.ariaInvalid = lines.length > 0 ? 'true' : null
	if (describing.size > 0) field.setAttribute('aria-describedby', [...describing].join(' '))
	else field.removeAttribute('aria-describedby')
}

function line(text: string): HTMLElement {
	const element = document.createElement('p')
	element.className = 'error'
	element.textContent = text
	return element
}

define('form-checks', FormChecks)
