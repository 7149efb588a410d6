import { loadStyles } from './styles'
import { define, TypedElement } from './typed-element'

/**
 * A link to a page that reads as a dialog shows it over the page it stands on, with the style sheet that is loaded when
 * somebody turns to the link. The page is fetched as it is; anything but such a page (a redirect to log in, an error)
 * is gone to as a plain link.
 */
class DialogLink extends TypedElement<'dialog-link'> {
	connectedCallback() {
		for (const intent of ['pointerenter', 'focusin'])
			this.addEventListener(intent, loadStyles, { once: true })
		this.addEventListener('click', async event => {
			const link = this.find('a', HTMLAnchorElement)
			if (!link || event.button !== 0) return
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
			event.preventDefault()
			const styles = loadStyles()
			try {
				const answer = await fetch(link.href, { headers: { accept: 'text/html' } })
				// The style element of another page is not this policy's, and would be reported.
				const html = (await answer.text()).replace(/<style>.*?<\/style>/s, '')
				const content = new DOMParser().parseFromString(html, 'text/html').querySelector('dialog-page')
				if (!answer.ok || !content) throw new Error('not a dialog')
				await styles
				open(content, answer.url)
			} catch {
				location.assign(link.href)
			}
		})
	}
}

function open(content: Element, address: string) {
	for (const form of content.querySelectorAll('form')) {
		if (!form.getAttribute('action')) form.setAttribute('action', address)
	}
	const dialog = document.createElement('dialog')
	dialog.className = 'overlay'
	dialog.setAttribute('aria-labelledby', 'dialog-title')
	dialog.addEventListener('click', event => {
		if (event.target === dialog) dialog.close()
	})
	dialog.addEventListener('close', () => dialog.remove())
	dialog.append(document.adoptNode(content))
	document.body.append(dialog)
	dialog.showModal()
}

class CloseLink extends TypedElement<'close-link'> {
	connectedCallback() {
		this.addEventListener('click', event => {
			const dialog = this.closest('dialog')
			if (!dialog) return
			event.preventDefault()
			dialog.close()
		})
	}
}

define('dialog-link', DialogLink)
define('close-link', CloseLink)
