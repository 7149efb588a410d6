import { find } from './find'

/** Moves the focus to what the page opens with; browsers do it for `autofocus` alone, and not in what arrives later. */
export function enhanceFocus(root: ParentNode) {
	find(root, 'focus', HTMLElement)[0]?.focus()
}
