import { defineElement } from './define'
import { findForm, postForm, sendNatively } from './forms/send'

/* Sends the choice and removes the bar without leaving the page, so that no input elsewhere is lost. It is removed
   before the answer, so that the layout shift follows the press of the button. */
defineElement('cookie-bar', bar => {
	bar.addEventListener('submit', event => {
		const { submitter } = event
		const form = findForm(event)
		if (!form) return
		event.preventDefault()
		bar.hidden = true
		document.getElementById('main')?.focus({ preventScroll: true })
		// A visitor who leaves the page does not wait for the result.
		let isLeaving = false
		addEventListener('beforeunload', () => (isLeaving = true), { once: true })
		send(form, submitter).then(
			() => bar.remove(),
			() => isLeaving || sendNatively(form, submitter),
		)
	})
})

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
	const response = await postForm(form, submitter, { redirect: 'manual', keepalive: true })
	if (response.type !== 'opaqueredirect') throw new Error('not stored')
}
