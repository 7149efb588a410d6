import { createElement, defineElement } from './define'

/* Sends the choice and removes the bar without leaving the page, so that no input elsewhere is lost. It is removed
   before the answer, so that the layout shift follows the press of the button. */
defineElement('cookie-bar', bar => {
	bar.addEventListener('submit', event => {
		const { target: form, submitter } = event
		if (!(form instanceof HTMLFormElement)) return
		event.preventDefault()
		bar.hidden = true
		document.getElementById('main')?.focus({ preventScroll: true })
		// A visitor who leaves the page does not wait for the result.
		let isLeaving = false
		addEventListener('beforeunload', () => (isLeaving = true), { once: true })
		send(form, submitter).then(
			() => bar.remove(),
			() => isLeaving || submitNatively(form, submitter),
		)
	})
})

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
	const body = new FormData(form, submitter)
	const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true })
	if (response.type !== 'opaqueredirect') throw new Error('not stored')
}

/* form.submit() omits the pressed button. */
function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null) {
	if (submitter instanceof HTMLButtonElement) {
		form.append(createElement('input', { type: 'hidden', name: submitter.name, value: submitter.value }))
	}
	form.submit()
}
