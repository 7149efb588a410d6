import { defineElement } from './define'

const SETTING = 'keys'
/* Fields in which a key types a letter. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], dialog'

/* The rows of a list, which has a foot with its pages. */
const ROWS = '.table-room:has(~ .list-foot) tbody tr'
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/* Moves the focus by rows of the page's list, to the first link of a row. */
function focusRow(step: number): void {
	const links = [...document.querySelectorAll(ROWS)].flatMap(
		row => row.querySelector<HTMLElement>('a, summary') ?? [],
	)
	const at = links.findIndex(link => link.closest('tr')?.contains(document.activeElement))
	links[at + step]?.focus()
}

/* The list of a page's shortcuts, which also enables them: a key presses the element that names it in
   `aria-keyshortcuts`, selects the text of a field, or moves through the rows of a list. The checkbox inside turns them
   off for this browser (WCAG 2.1.4). */
defineElement('page-keys', element => {
	const box = element.querySelector('input')
	if (!box) return
	box.checked = localStorage.getItem(SETTING) !== 'off'
	box.addEventListener('change', () => localStorage.setItem(SETTING, box.checked ? 'on' : 'off'))
	document.addEventListener('keydown', event => {
		const { key, target } = event
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
		if (!box.checked || (target instanceof Element && target.closest(FIELDS))) return
		const named = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
		const step = STEPS[key]
		if (!(named || step) || document.querySelector('dialog[open]')) return
		event.preventDefault()
		if (!named) return focusRow(step ?? 0)
		if (!(named instanceof HTMLInputElement)) return named.click()
		named.focus()
		named.select()
	})
})
