import { createElement, defineElement } from './define'
import { needStyles } from './styles'

const MAX_TOASTS = 20

/* The list of all messages. Alt+T focuses it. */
defineElement('toast-list', list => {
	document.addEventListener('keydown', event => {
		if (!event.altKey || event.code !== 'KeyT') return
		event.preventDefault()
		list.focus()
	})
})

/* A message disappears after its seconds, but waits while the pointer or focus is on it, or the window is inactive. */
defineElement('toast-message', (toast, read) => {
	const list = toast.parentElement
	while (list && list.childElementCount > MAX_TOASTS) list.firstElementChild?.remove()
	needStyles()
	const close = () => toast.remove()
	const button = createElement('button', {
		type: 'button',
		className: 'toast-close',
		ariaLabel: 'Close message',
		textContent: '×',
	})
	button.addEventListener('click', close)
	toast.append(button)

	let timer: ReturnType<typeof setTimeout> | undefined
	const wait = () => clearTimeout(timer)
	const run = () => {
		wait()
		const isRead = toast.matches(':hover, :focus-within') || toast.parentElement === document.activeElement
		if (document.hasFocus() && !isRead) timer = setTimeout(close, Number(read('seconds')) * 1000)
	}
	toast.addEventListener('pointerenter', wait)
	toast.addEventListener('pointerleave', run)
	const gone = new AbortController()
	const { signal } = gone
	list?.addEventListener('focusin', wait, { signal })
	list?.addEventListener('focusout', () => setTimeout(run), { signal })
	window.addEventListener('blur', wait, { signal })
	window.addEventListener('focus', run, { signal })
	run()
	return () => {
		wait()
		gone.abort()
	}
})

/** Shows a message that did not come with a page. */
export function showToast(type: 'success' | 'error' | 'info' | 'warning', text: string, seconds = 5): void {
	const toast = document.createElement('toast-message')
	toast.className = `toast tone-${type}`
	toast.setAttribute('seconds', String(seconds))
	toast.role = type === 'error' ? 'alert' : 'status'
	toast.append(createElement('p', { textContent: text }))
	document.querySelector('toast-list')?.append(toast)
}
