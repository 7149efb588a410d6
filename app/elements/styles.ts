import stylesheet from '../app.css?url'
import { make } from './define'

let loading: Promise<void> | undefined

/** Loads the whole style sheet, once. @returns when it is there, or is known not to come. */
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
 * Loads the whole style sheet when all that the page shows is there. Pages carry the rules they use; an element that
 * adds more to its page says so by this. The others spare the browser a second look at every rule.
 */
export function needStyles(): void {
	if (document.readyState === 'complete') void loadStyles()
	else addEventListener('load', loadStyles, { once: true })
}
