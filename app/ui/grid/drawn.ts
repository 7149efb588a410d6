/** Finished HTML for the page alone. */
export type Drawn = { readonly html: string }

/**
 * HTML as a loader returns it to its page. With the answer to a form, and where data alone is asked for, the framework
 * writes out what loaders return; what is not enumerable is left out.
 */
export function drawn(html: string): Drawn {
	return Object.defineProperty({}, 'html', { value: html }) as Drawn
}
