import { createElement, defineElement } from '../define'
import { needStyles } from '../styles'
import { markBusy } from './busy-label'

/* Sends the form inside with fetch, so that a dropped connection is reported on the page and the form stays, instead of
   the browser's error page. Shows the server's errors in place of the form. */
defineElement('network-check', (element, read) => {
	needStyles()
	let isSending = false
	let isNative = false
	const send = async (form: HTMLFormElement, button: HTMLElement | null) => {
		isSending = true
		const release = markBusy(button)
		element.querySelector('[data-dropped]')?.remove()
		try {
			const body = new FormData(form, button)
			// Not followed: the message of success belongs to the next page.
			const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
			if (response.type === 'opaqueredirect') return location.assign(read('next'))
			const html = (await response.text()).replace(/<style>.*?<\/style>/s, '')
			const answered = new DOMParser().parseFromString(html, 'text/html').querySelector('network-check')
			if (answered) return element.replaceChildren(...answered.childNodes)
			// Other pages are left to the browser.
			isNative = true
			form.requestSubmit(button)
		} catch {
			const line = createElement('p', { className: 'error', role: 'alert', textContent: read('message') })
			line.dataset['dropped'] = ''
			form.append(line)
		} finally {
			isSending = false
			release()
		}
	}
	element.addEventListener('submit', event => {
		const form = event.target
		if (event.defaultPrevented || isNative || !(form instanceof HTMLFormElement)) return
		event.preventDefault()
		if (!isSending) void send(form, event.submitter)
	})
})
