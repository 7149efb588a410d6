import { define, TypedElement } from './typed-element'

const SETTING = 'keys'
/* In these a key is a letter. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'

/**
 * The list of keys of a page, and what makes them work: a key presses the element that names it in `aria-keyshortcuts`,
 * or selects what is in it where it is a field. The check box inside turns them off, for this browser (WCAG 2.1.4).
 */
class PageKeys extends TypedElement<'page-keys'> {
	#isOn = localStorage.getItem(SETTING) !== 'off'

	connectedCallback() {
		const box = this.find('input', HTMLInputElement)
		if (box) box.checked = this.#isOn
		this.addEventListener('change', () => {
			this.#isOn = box?.checked ?? true
			localStorage.setItem(SETTING, this.#isOn ? 'on' : 'off')
		})
		document.addEventListener('keydown', event => this.press(event))
	}

	private press(event: KeyboardEvent) {
		const { key, target } = event
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
		if (!this.#isOn) return
		if (target instanceof Element && target.closest(`${FIELDS}, dialog`)) return
		const named = `[aria-keyshortcuts="${CSS.escape(key)}"]`
		const element = document.querySelector<HTMLElement>(named)
		if (!element || document.querySelector('dialog[open]')) return
		event.preventDefault()
		if (!(element instanceof HTMLInputElement)) return element.click()
		element.focus()
		element.select()
	}
}

define('page-keys', PageKeys)
