/**
 * Loads the whole style sheet. Pages carry the rules they use; what scripts add to them, such as another page shown as a dialog,
 * may need more. Nothing that is on the page changes by it.
 */
export function loadStyles(address: string) {
	const link = document.createElement('link')
	link.rel = 'stylesheet'
	link.href = address
	link.fetchPriority = 'low'
	document.head.append(link)
}
