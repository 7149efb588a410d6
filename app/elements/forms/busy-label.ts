/** An answer that comes sooner needs no words but those that a button brings along. */
const SOON_MS = 300

const onTheWay = new Map<HTMLFormElement, () => void>()

/**
 * The second click on a form that is on its way does nothing. Nothing is disabled, so that the pressed button's value
 * travels. The form may be sent anew when its way has ended without a new page: the browser's stop button, a line that
 * drops, or Back.
 */
export function sendFormsOnce(): void {
	document.addEventListener('submit', event => {
		const form = event.target
		if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
		if (form.method === 'dialog' || form.target === '_blank') return
		if (onTheWay.has(form)) event.preventDefault()
		else onTheWay.set(form, markBusy(event.submitter))
	})
	window.addEventListener('pageshow', event => {
		if (event.persisted) releaseAll()
	})
	// An upload may take minutes, so no clock ends the wait: the browser's Stop does, its button or Escape.
	window.navigation?.addEventListener('navigateerror', releaseAll)
	document.addEventListener('keydown', event => {
		if (event.key === 'Escape') releaseAll()
	})
}

function releaseAll() {
	for (const release of onTheWay.values()) release()
	onTheWay.clear()
}

/** Marks the button of a form that is on its way. @returns what puts it back as it was. */
export function markBusy(button: HTMLElement | null): () => void {
	if (!button) return () => undefined
	const restore = showBusy(button.querySelector('busy-label'))
	button.ariaDisabled = 'true'
	return () => {
		button.ariaDisabled = null
		restore()
	}
}

/* The words of the button give way to others. */
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
