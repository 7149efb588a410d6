/** The result of sending a form. */
export type UploadResult =
	/** The server redirected to another page of the product. */
	| { readonly kind: 'moved'; readonly to: string }
	/** The server answered with a page at the form's own address. */
	| { readonly kind: 'page'; readonly page: Document }
	| { readonly kind: 'stopped' }
	/** The connection dropped, or timed out. */
	| { readonly kind: 'dropped' }

export type Progress = { readonly sent: number; readonly total: number }

/**
 * Sends a form as the browser would, to the same address with the same fields, and reports its progress (bytes). The
 * page stays unchanged, so a failure loses nothing.
 */
export function send(
	form: HTMLFormElement,
	tell: (progress: Progress) => void,
): { sent: Promise<UploadResult>; stop: () => void } {
	const request = new XMLHttpRequest()
	const address = new URL(form.action)
	const sent = new Promise<UploadResult>(resolve => {
		request.upload.addEventListener('progress', ({ loaded, total }) => tell({ sent: loaded, total }))
		request.addEventListener('abort', () => resolve({ kind: 'stopped' }))
		request.addEventListener('error', () => resolve({ kind: 'dropped' }))
		request.addEventListener('load', () => {
			const to = request.responseURL
			if (new URL(to).pathname !== address.pathname) resolve({ kind: 'moved', to })
			else resolve({ kind: 'page', page: read(request.responseText) })
		})
	})
	request.open('POST', address)
	request.send(new FormData(form))
	return { sent, stop: () => request.abort() }
}

/* The Content-Security-Policy does not allow another page's style element, and would report it. */
function read(html: string): Document {
	return new DOMParser().parseFromString(html.replace(/<style>.*?<\/style>/s, ''), 'text/html')
}
