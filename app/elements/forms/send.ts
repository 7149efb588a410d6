/** Returns the submitted form, unless another script or {@link sendNatively} sends it. */
export function findForm({ target, defaultPrevented }: Event): HTMLFormElement | undefined {
	if (defaultPrevented || !(target instanceof HTMLFormElement) || target.dataset['native']) return undefined
	return target
}

/** Posts a form, with the button that submits it. */
export const postForm = (form: HTMLFormElement, submitter: HTMLElement | null, init: RequestInit) =>
	fetch(form.action, { method: 'POST', body: new FormData(form, submitter), ...init })

/** Submits a form through the browser, past our scripts. */
export function sendNatively(form: HTMLFormElement, submitter: HTMLElement | null): void {
	form.dataset['native'] = 'yes'
	form.requestSubmit(submitter)
}

/** Parses a page. The Content-Security-Policy does not allow another page's style element, and would report it. */
export async function parsePage(response: Response): Promise<Document> {
	const html = (await response.text()).replace(/<style>.*?<\/style>/s, '')
	return new DOMParser().parseFromString(html, 'text/html')
}
