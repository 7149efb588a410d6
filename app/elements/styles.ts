import stylesheet from '../app.css?url'
import { createElement } from './define'

let loading: Promise<void> | undefined

/** Loads the whole style sheet, once. Resolves when it has loaded or failed. */
export function loadStyles(): Promise<void> {
	loading ??= new Promise(resolve => {
		const link = createElement('link', { rel: 'stylesheet', href: stylesheet })
		link.onload = link.onerror = () => resolve()
		document.head.append(link)
	})
	return loading
}

/**
 * Loads the whole style sheet once the page is complete. Pages contain only the rules they use; an element that adds
 * content to its page calls this, and the others save the browser from evaluating every rule again.
 */
export function needStyles(): void {
	if (document.readyState === 'complete') void loadStyles()
	else addEventListener('load', loadStyles, { once: true })
}
