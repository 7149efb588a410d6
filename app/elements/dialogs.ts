import { defineElement } from './define'
import { markBusy } from './forms/busy-label'
import { findForm, parsePage, postForm, sendNatively } from './forms/send'
import { loadStyles } from './styles'

/* Opens the page of a link, or of a form's button, in a dialog over the current page, under its own address, with the
   style sheet that is loaded on the first interaction. Anything but a dialog page (a redirect to log in, an error) is
   opened as by a plain link. */
defineElement('dialog-link', element => {
	for (const intent of ['pointerenter', 'focusin'])
		element.addEventListener(intent, loadStyles, { once: true })
	element.addEventListener('click', async event => {
		const address = element.querySelector('a')?.href ?? element.querySelector('form')?.action
		if (!address || event.button !== 0) return
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		await openPage(address)
	})
})

defineElement('close-link', element => {
	element.addEventListener('click', event => {
		const dialog = element.closest('dialog')
		if (!dialog) return
		event.preventDefault()
		dialog.close()
	})
})

/* Closing a dialog changes the history a moment later; a dialog opened before that would be closed with it. */
let historyRestored = Promise.resolve()

/* Shows a page in the dialog, or navigates to it if it is not a dialog page. */
async function openPage(address: string) {
	const styles = loadStyles()
	const response = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
	const page = response?.ok ? await readDialog(response).catch(() => null) : null
	await styles
	await historyRestored
	if (page && response) showInDialog(page, response.url)
	else location.assign(address)
}

/* `messages`: those of the page, if there are any. */
type Page = { content: Element; title: string; messages: Element | null }

async function readDialog(response: Response): Promise<Page | null> {
	const page = await parsePage(response)
	const content = page.querySelector('dialog-page')
	const messages = page.querySelector('toast-list:has(*)')
	return content && { content, title: page.title, messages }
}

const findOpenDialog = () => document.querySelector<HTMLDialogElement>('dialog.overlay')

/** Shows a page in the open dialog, or in a new one. */
function showInDialog({ content, title, messages }: Page, address: string) {
	for (const form of content.querySelectorAll('form')) {
		if (!form.getAttribute('action')) form.setAttribute('action', address)
	}
	// The page below may be a dialog page too, with a title of its own.
	const heading = content.querySelector('#dialog-title')
	if (heading) heading.id = 'overlay-title'
	content.setAttribute('aria-labelledby', 'overlay-title')
	const parts = messages ? [content, messages] : [content]
	const titleBelow = document.title
	document.title = title
	const before = findOpenDialog()
	if (before) {
		history.replaceState({ dialog: true }, '', address)
		before.replaceChildren(...parts)
		before.scrollTop = 0
		return focusFirst(before)
	}
	const dialog = document.createElement('dialog')
	dialog.className = 'overlay'
	dialog.setAttribute('aria-labelledby', 'overlay-title')
	dialog.addEventListener('click', event => {
		if (event.target === dialog) dialog.close()
	})
	dialog.addEventListener('close', () => {
		dialog.remove()
		document.title = titleBelow
		if (!history.state?.dialog) return
		historyRestored = new Promise(resolve => addEventListener('popstate', () => resolve(), { once: true }))
		history.back()
	})
	dialog.addEventListener('submit', sendWithin)
	dialog.append(...parts)
	document.body.append(dialog)
	history.pushState({ dialog: true }, '', address)
	// The page behind does not scroll; the place of its scroll bar, if it has one, is kept.
	const { clientWidth, style } = document.documentElement
	style.scrollbarGutter = innerWidth > clientWidth ? 'stable' : ''
	dialog.showModal()
	focusFirst(dialog)
}

/* Focuses the error summary or the code input, else the first invalid field, the first field outside a form with
   `data-secondary`, or the heading. `showModal` alone would choose the link that closes the dialog. */
function focusFirst(dialog: HTMLDialogElement) {
	if (dialog.querySelector('[autofocus]:focus')) return
	const first =
		dialog.querySelector<HTMLElement>('[aria-invalid="true"]') ??
		dialog.querySelector<HTMLElement>('[autofocus]') ??
		[...dialog.querySelectorAll<HTMLElement>('input:not([type="hidden"]), select, textarea')].find(
			field => !field.closest('[data-secondary]'),
		)
	if (first) return first.focus()
	const heading = dialog.querySelector('h1')
	if (heading) heading.tabIndex = -1
	heading?.focus()
}

/* After a reload the dialog's page is shown as a page. */
if (history.state?.dialog) history.replaceState(null, '')

/* Back closes the dialog; Forward opens its page. */
addEventListener('popstate', () => {
	if (history.state?.dialog) location.reload()
	else findOpenDialog()?.close()
})

/**
 * Sends a form in the dialog and shows the answer in its place: errors, or the next question. Redirects elsewhere
 * navigate. Forms with files, and all other answers, are handled natively.
 */
async function sendWithin(event: SubmitEvent) {
	const form = findForm(event)
	if (form?.method !== 'post' || form.enctype === 'multipart/form-data') return
	event.preventDefault()
	const { submitter } = event
	try {
		const { response, target } = await send(form, submitter)
		if (target) return await follow(target, location.pathname)
		const page = await readDialog(response)
		if (!page) throw new Error('not a dialog')
		showInDialog(page, form.action)
	} catch {
		sendNatively(form, submitter)
	}
}

/* `target`: where the answer redirects, which is not followed yet. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
	const response = await postForm(form, submitter, { headers: { accept: 'text/html', 'x-dialog': '1' } })
	const target = response.headers.get('x-location')
	return { response, target: target === null ? undefined : new URL(target, location.href) }
}

/* Shows the page of this path in the dialog, or navigates. */
const follow = ({ href, pathname }: URL, confirmation: string) =>
	pathname === confirmation ? openPage(href) : location.assign(href)

/* A form whose answer may be a confirmation page, which is shown over its page. */
defineElement('dialog-form', (element, read) => {
	element.addEventListener('submit', async event => {
		const { submitter } = event
		const form = findForm(event)
		if (!form || !(submitter instanceof HTMLButtonElement) || submitter.value !== read('intent')) return
		event.preventDefault()
		const release = markBusy(submitter)
		const sent = await send(form, submitter).catch(() => undefined)
		release()
		if (sent?.target) await follow(sent.target, read('confirmation'))
		else sendNatively(form, submitter)
	})
})
