const PATIENCE_MS = 10_000

/**
 * The second click on a form that is on its way does nothing. Nothing is disabled, so that the pressed button's value
 * travels. After ten seconds, or when the page is shown again by Back, the form may be sent anew.
 */
export function enhanceSubmitOnce(root: ParentNode) {
	if (root !== document) return
	const onTheWay = new Map<HTMLFormElement, () => void>()
	document.addEventListener('submit', event => {
		const form = event.target
		if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
		if (form.method !== 'post' || form.target === '_blank') return
		if (onTheWay.has(form)) {
			event.preventDefault()
			return
		}
		const restore = markBusy(event.submitter)
		const release = () => {
			clearTimeout(timer)
			onTheWay.delete(form)
			restore()
		}
		const timer = setTimeout(release, PATIENCE_MS)
		onTheWay.set(form, release)
	})
	window.addEventListener('pageshow', event => {
		if (event.persisted) for (const release of [...onTheWay.values()]) release()
	})
}

/* @returns what puts the button back as it was. */
function markBusy(button: HTMLElement | null): () => void {
	if (!(button instanceof HTMLButtonElement)) return () => {}
	const words = button.textContent
	const { busy } = button.dataset
	button.ariaDisabled = 'true'
	if (busy) button.textContent = busy
	return () => {
		button.ariaDisabled = null
		if (busy) button.textContent = words
	}
}
