import { define, TypedElement } from './typed-element'

/**
 * Sends the choice and takes the bar away without leaving the page, so that nothing typed elsewhere on it is lost.
 * Tells the style sheet how high the bar is, because other bars stand on it.
 */
class CookieBar extends TypedElement<'cookie-bar'> {
	connectedCallback() {
		const root = document.documentElement
		new ResizeObserver(() => root.style.setProperty('--cookie-bar', `${this.offsetHeight}px`)).observe(this)
		this.addEventListener('submit', event => {
			const { target: form, submitter } = event
			if (!(form instanceof HTMLFormElement)) return
			event.preventDefault()
			send(form, submitter).then(
				() => {
					this.remove()
					root.style.removeProperty('--cookie-bar')
					document.getElementById('main')?.focus({ preventScroll: true })
				},
				() => submitNatively(form, submitter),
			)
		})
	}
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
	const body = new URLSearchParams()
	for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
	const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
	if (answer.type !== 'opaqueredirect') throw new Error('The preference was not kept')
}

/* form.submit() leaves out the pressed button. */
function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null) {
	if (submitter instanceof HTMLButtonElement) {
		const field = document.createElement('input')
		field.type = 'hidden'
		field.name = submitter.name
		field.value = submitter.value
		form.append(field)
	}
	form.submit()
}

define('cookie-bar', CookieBar)
