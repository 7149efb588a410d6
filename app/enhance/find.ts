/** The elements of `root` that ask for an improvement by name: `data-enhance="copy"`. */
export function find<E extends HTMLElement>(root: ParentNode, name: string, type: new () => E): E[] {
	return [...root.querySelectorAll(`[data-enhance~="${name}"]`)].filter(
		(element): element is E => element instanceof type,
	)
}
