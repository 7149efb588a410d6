import stylesheet from '../app.css?url'
import { make } from './define'

let loading: Promise<void> | undefined

/** Loads the whole style sheet, once. Resolves once it has loaded or failed. */
export function loadStyles(): Promise<void> {
	loading ??= new Promise(resolve => {
		const link = make('link', { rel: 'stylesheet', href: stylesheet })
		link.addEventListener('load', () => resolve())
		link.addEventListener('error', () => resolve())
		document.head.append(link)
	})
	return loading
}

/**
 * Loads the whole style sheet once the page is complete. Pages carry only the rules they use; an element that adds more
 * to its page calls this, and the others spare the browser a second look at every rule.
 */
export function needStyles(): void {
	if (document.readyState === 'complete') void loadStyles()
	else addEventListener('load', loadStyles, { once: true })
}
