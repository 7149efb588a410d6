import { define } from './define'

const SETTING = 'keys'
/* Fields in which a key types a letter. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], dialog'

/* The list of a page's shortcuts, which also enables them: a key presses the element that names it in
   `aria-keyshortcuts`, or selects the text of a field. The checkbox inside turns them off for this browser (WCAG
   2.1.4). */
define('page-keys', element => {
	const box = element.querySelector('input')
	if (!box) return
	box.checked = localStorage.getItem(SETTING) !== 'off'
	box.addEventListener('change', () => localStorage.setItem(SETTING, box.checked ? 'on' : 'off'))
	document.addEventListener('keydown', event => {
		const { key, target } = event
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
		if (!box.checked || (target instanceof Element && target.closest(FIELDS))) return
		const named = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
		if (!named || document.querySelector('dialog[open]')) return
		event.preventDefault()
		if (!(named instanceof HTMLInputElement)) return named.click()
		named.focus()
		named.select()
	})
})
