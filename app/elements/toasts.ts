import { needStyles } from './styles'
import { define, TypedElement } from './typed-element'

const MOST = 20

/** The place of all messages. Alt+T goes there. */
class ToastList extends TypedElement<'toast-list'> {
	connectedCallback() {
		document.addEventListener('keydown', event => {
			if (!event.altKey || event.code !== 'KeyT') return
			event.preventDefault()
			this.focus()
		})
	}
}

/** A message leaves after its seconds; it waits while the pointer or the focus is on it or the window has lost it. */
class ToastMessage extends TypedElement<'toast-message'> {
	#left = 0
	#since = 0
	#timer = 0
	readonly #run = () => {
		clearTimeout(this.#timer)
		const isRead = this.matches(':hover, :focus-within') || this.parentElement === document.activeElement
		if (!document.hasFocus() || isRead) return
		this.#since = performance.now()
		this.#timer = window.setTimeout(() => this.remove(), this.#left)
	}
	readonly #wait = () => {
		if (this.#since) this.#left = Math.max(1000, this.#left - (performance.now() - this.#since))
		this.#since = 0
		clearTimeout(this.#timer)
	}
	readonly #runSoon = () => setTimeout(this.#run)

	connectedCallback() {
		const list = this.parentElement
		while (list && list.childElementCount > MOST) list.firstElementChild?.remove()
		this.#left = Number(this.read('seconds')) * 1000
		needStyles()
		this.append(closeButton(() => this.remove()))
		this.addEventListener('pointerenter', this.#wait)
		this.addEventListener('pointerleave', this.#run)
		list?.addEventListener('focusin', this.#wait)
		list?.addEventListener('focusout', this.#runSoon)
		window.addEventListener('blur', this.#wait)
		window.addEventListener('focus', this.#run)
		this.#run()
	}

	disconnectedCallback() {
		clearTimeout(this.#timer)
		window.removeEventListener('blur', this.#wait)
		window.removeEventListener('focus', this.#run)
	}
}

function closeButton(close: () => void): HTMLButtonElement {
	const button = document.createElement('button')
	button.type = 'button'
	button.className = 'toast-close'
	button.ariaLabel = 'Close message'
	button.textContent = '×'
	button.addEventListener('click', close)
	return button
}

/** Shows a message that no page brought along. */
export function showToast(type: 'success' | 'error' | 'info' | 'warning', text: string, seconds = 5): void {
	const toast = document.createElement('toast-message')
	toast.className = `toast tone-${type}`
	toast.setAttribute('seconds', String(seconds))
	toast.role = type === 'error' ? 'alert' : 'status'
	const words = document.createElement('p')
	words.textContent = text
	toast.append(words)
	document.querySelector('toast-list')?.append(toast)
}

define('toast-list', ToastList)
define('toast-message', ToastMessage)
