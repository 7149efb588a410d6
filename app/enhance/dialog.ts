import { find } from './find'

/**
 * Links to a page that reads as a dialog show it over the page they stand on. The page is fetched as it is; anything but
 * such a page (a redirect to log in, an error) is gone to as a plain link.
 */
export function enhanceDialogs(root: ParentNode, enhanceInside: (root: ParentNode) => void) {
	for (const link of find(root, 'dialog', HTMLAnchorElement)) {
		link.addEventListener('click', async event => {
			if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
			event.preventDefault()
			try {
				const answer = await fetch(link.href, { headers: { accept: 'text/html' } })
				// The style element of another page is not this policy's, and would be reported.
				const html = (await answer.text()).replace(/<style>.*?<\/style>/s, '')
				const page = new DOMParser().parseFromString(html, 'text/html')
				const content = page.querySelector('[data-dialog-content]')
				if (!answer.ok || !content) throw new Error('not a dialog')
				open(content, answer.url, enhanceInside)
			} catch {
				location.assign(link.href)
			}
		})
	}
}

function open(content: Element, address: string, enhanceInside: (root: ParentNode) => void) {
	for (const form of content.querySelectorAll('form')) {
		if (!form.getAttribute('action')) form.setAttribute('action', address)
	}
	const dialog = document.createElement('dialog')
	dialog.className = 'overlay'
	dialog.setAttribute('aria-labelledby', 'dialog-title')
	dialog.append(document.adoptNode(content))
	dialog.addEventListener('click', event => {
		const target = event.target instanceof Element ? event.target : null
		const closes = target === dialog || target?.closest('[data-dialog-close]')
		if (!closes) return
		event.preventDefault()
		dialog.close()
	})
	dialog.addEventListener('close', () => dialog.remove())
	document.body.append(dialog)
	dialog.showModal()
	enhanceInside(dialog)
}
