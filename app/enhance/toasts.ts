import { find } from './find'

const MOST = 20

/** Flash messages leave after their seconds; they wait while the pointer or the focus is on them or the window has lost it. Alt+T goes there. */
export function enhanceToasts(root: ParentNode) {
	for (const region of find(root, 'toasts', HTMLElement)) {
		for (const toast of region.querySelectorAll<HTMLElement>('.toast')) bring(region, toast)
		document.addEventListener('keydown', event => {
			if (!event.altKey || event.code !== 'KeyT') return
			event.preventDefault()
			region.focus()
		})
	}
}

/** Shows a message that no page brought along. */
export function showToast(type: 'success' | 'error' | 'info' | 'warning', text: string, seconds = 5) {
	const region = document.querySelector<HTMLElement>('[data-enhance~="toasts"]')
	if (!region) return
	const toast = document.createElement('div')
	toast.className = `toast tone-${type}`
	toast.dataset['seconds'] = String(seconds)
	toast.role = type === 'error' ? 'alert' : 'status'
	const words = document.createElement('p')
	words.textContent = text
	toast.append(words)
	region.append(toast)
	bring(region, toast)
}

function bring(region: HTMLElement, toast: HTMLElement) {
	while (region.childElementCount > MOST) region.firstElementChild?.remove()
	const close = document.createElement('button')
	close.type = 'button'
	close.className = 'toast-close'
	close.ariaLabel = 'Close message'
	close.textContent = '×'
	close.addEventListener('click', () => toast.remove())
	toast.append(close)

	let left = Number(toast.dataset['seconds'] ?? 5) * 1000
	let since = 0
	let timer: number | undefined
	const run = () => {
		clearTimeout(timer)
		if (!document.hasFocus() || toast.matches(':hover, :focus-within') || region === document.activeElement)
			return
		since = performance.now()
		timer = window.setTimeout(() => toast.remove(), left)
	}
	const wait = () => {
		if (since) left = Math.max(1000, left - (performance.now() - since))
		since = 0
		clearTimeout(timer)
	}
	toast.addEventListener('pointerenter', wait)
	toast.addEventListener('pointerleave', run)
	region.addEventListener('focusin', wait)
	region.addEventListener('focusout', () => setTimeout(run))
	window.addEventListener('blur', wait)
	window.addEventListener('focus', run)
	run()
}
