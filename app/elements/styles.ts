/**
 * Loads the whole style sheet when all that the page shows is there. Pages carry the rules they use; what scripts add
 * to them, such as another page shown as a dialog, may need more. Nothing that is on the page changes by it.
 */
export function loadStyles(address: string) {
	if (document.readyState !== 'complete') {
		addEventListener('load', () => loadStyles(address), { once: true })
		return
	}
	const link = document.createElement('link')
	link.rel = 'stylesheet'
	link.href = address
	document.head.append(link)
}
