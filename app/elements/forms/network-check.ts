import { needStyles } from '../styles'
import { define, TypedElement } from '../typed-element'
import { markBusy } from './busy-label'

/**
 * Sends the form inside, so that a line which drops before or while it is sent is told in the page's own words and the
 * form stays as it is, instead of the browser's page about the network. What the server refuses is shown in place of
 * the form.
 */
class NetworkCheck extends TypedElement<'network-check'> {
	#isSending = false
	#isNative = false

	connectedCallback() {
		needStyles()
		this.addEventListener('submit', event => {
			const form = event.target
			if (event.defaultPrevented || this.#isNative || !(form instanceof HTMLFormElement)) return
			event.preventDefault()
			if (!this.#isSending) void this.#send(form, event.submitter)
		})
	}

	async #send(form: HTMLFormElement, button: HTMLElement | null) {
		const body = new FormData(form)
		if (button instanceof HTMLButtonElement) body.append(button.name, button.value)
		this.#isSending = true
		const release = markBusy(button)
		this.querySelector('[data-dropped]')?.remove()
		try {
			// Not followed: the message of a success belongs to the page that is gone to.
			const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
			if (answer.type === 'opaqueredirect') return location.assign(this.read('next'))
			const html = (await answer.text()).replace(/<style>.*?<\/style>/s, '')
			const said = new DOMParser().parseFromString(html, 'text/html').querySelector('network-check')
			if (said) return this.replaceChildren(...said.childNodes)
			// A page of another kind is the browser's to show.
			this.#isNative = true
			form.requestSubmit(button)
		} catch {
			this.#say(form)
		} finally {
			this.#isSending = false
			release()
		}
	}

	#say(form: HTMLFormElement) {
		const line = document.createElement('p')
		line.className = 'error'
		line.role = 'alert'
		line.dataset['dropped'] = ''
		line.textContent = this.read('message')
		form.append(line)
	}
}

define('network-check', NetworkCheck)
