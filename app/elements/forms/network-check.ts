import { createElement, defineElement } from '../define'
import { needStyles } from '../styles'
import { markBusy } from './busy-label'
import { findForm, parsePage, postForm, sendNatively } from './send'

/* Sends the form inside with fetch, so that a dropped connection is reported on the page and the form stays, instead of
   the browser's error page. Shows the server's errors in place of the form. */
defineElement('network-check', (element, read) => {
	needStyles()
	let isSending = false
	const send = async (form: HTMLFormElement, button: HTMLElement | null) => {
		isSending = true
		const release = markBusy(button)
		element.querySelector('[data-dropped]')?.remove()
		try {
			// Not followed: the message of success belongs to the next page.
			const response = await postForm(form, button, { redirect: 'manual' })
			if (response.type === 'opaqueredirect') return location.assign(read('next'))
			const answered = (await parsePage(response)).querySelector('network-check')
			if (answered) return element.replaceChildren(...answered.childNodes)
			// Other pages are left to the browser.
			sendNatively(form, button)
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
		const form = findForm(event)
		if (!form) return
		event.preventDefault()
		if (!isSending) void send(form, event.submitter)
	})
})
