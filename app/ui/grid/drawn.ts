/** Finished HTML for the page alone. */
export type Drawn = { readonly html: string }

/**
 * HTML as a loader returns it to its page. The framework writes out what loaders return for a browser that nobody
 * takes over in; what is not enumerable is left out.
 */
export function drawn(html: string): Drawn {
	return Object.defineProperty({}, 'html', { value: html }) as Drawn
}
