/** A faster answer needs no busy label, except one that the button defines. */
const SOON_MS = 300

const pendingForms = new Map<HTMLFormElement, () => void>()

/**
 * Ignores a second click on a form that is being sent. Nothing is disabled, so that the pressed button's value is sent.
 * The form may be sent again when sending has ended without a new page: the browser's stop button, a dropped
 * connection, or Back.
 */
export function sendFormsOnce(): void {
	document.addEventListener('submit', event => {
		const form = event.target
		if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
		if (form.method === 'dialog' || form.target === '_blank') return
		if (pendingForms.has(form)) event.preventDefault()
		else pendingForms.set(form, markBusy(event.submitter))
	})
	window.addEventListener('pageshow', event => {
		if (event.persisted) releaseAll()
	})
	// An upload may take minutes, so there is no timeout; the browser's Stop button or Escape ends the wait.
	window.navigation?.addEventListener('navigateerror', releaseAll)
	document.addEventListener('keydown', event => {
		if (event.key === 'Escape') releaseAll()
	})
}

function releaseAll() {
	for (const release of pendingForms.values()) release()
	pendingForms.clear()
}

/**
 * Marks the button of a form that is being sent.
 * @returns a function that restores it.
 */
export function markBusy(button: HTMLElement | null): () => void {
	if (!button) return () => undefined
	const restore = showBusy(button.querySelector('busy-label'))
	button.ariaDisabled = 'true'
	return () => {
		button.ariaDisabled = null
		restore()
	}
}

/* Replaces the label of the button. */
function showBusy(label: Element | null): () => void {
	if (!label) return () => undefined
	const before = label.textContent
	const words = label.getAttribute('words')
	if (words) label.textContent = words
	const timer = setTimeout(() => {
		if (!words) label.textContent = 'One moment…'
	}, SOON_MS)
	return () => {
		clearTimeout(timer)
		label.textContent = before
	}
}
