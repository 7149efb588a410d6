import { define, make } from './define'

/*
 * Sends the choice and takes the bar away without leaving the page, so that nothing typed elsewhere on it is lost. It
 * goes at once, before the answer: what moves up moves with the press of the button.
 */
define('cookie-bar', bar => {
	bar.addEventListener('submit', event => {
		const { target: form, submitter } = event
		if (!(form instanceof HTMLFormElement)) return
		event.preventDefault()
		bar.hidden = true
		document.getElementById('main')?.focus({ preventScroll: true })
		// A visitor who leaves the page is not held up by the result.
		let isLeaving = false
		addEventListener('beforeunload', () => (isLeaving = true), { once: true })
		send(form, submitter).then(
			() => bar.remove(),
			() => isLeaving || submitNatively(form, submitter),
		)
	})
})

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
	const body = new URLSearchParams()
	for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
	const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true })
	if (answer.type !== 'opaqueredirect') throw new Error('The preference was not kept')
}

/* form.submit() leaves out the pressed button. */
function submitNatively(form: HTMLFormElement, submitter: HTMLElement | null) {
	if (submitter instanceof HTMLButtonElement) {
		form.append(make('input', { type: 'hidden', name: submitter.name, value: submitter.value }))
	}
	form.submit()
}
