/**
 * The second click on a form that is on its way does nothing. Nothing is disabled, so that the pressed button's value
 * travels. A form that opens elsewhere, or a search, may be sent again.
 */
export function enhanceSubmitOnce(root: ParentNode) {
	if (root !== document) return
	const sent = new WeakSet<HTMLFormElement>()
	document.addEventListener('submit', event => {
		const form = event.target
		if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
		if (form.method !== 'post' || form.target === '_blank') return
		if (sent.has(form)) {
			event.preventDefault()
			return
		}
		sent.add(form)
		const button = event.submitter
		if (!(button instanceof HTMLButtonElement)) return
		button.ariaDisabled = 'true'
		const busy = button.dataset['busy']
		if (busy) button.textContent = busy
	})
	window.addEventListener('pageshow', event => {
		if (event.persisted) location.reload()
	})
}
