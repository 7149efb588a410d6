/** A client for one running server that keeps cookies, submits forms and does not follow redirects. */
export function makeBrowser(origin: string, { address }: { address?: string } = {}) {
	const jar = new Map<string, string>()

	async function send(
		path: string,
		body?: Iterable<readonly [string, string]> | FormData,
		headers: HeadersInit = {},
	) {
		const all = new Headers(headers)
		all.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
		if (address) all.set('x-forwarded-for', address)
		if (body) all.set('origin', origin)
		const sent =
			body && !(body instanceof FormData) ? new URLSearchParams([...body].map(([...pair]) => pair)) : body
		const response = await fetch(origin + path, {
			method: body ? 'POST' : 'GET',
			redirect: 'manual',
			headers: all,
			...(sent ? { body: sent } : {}),
		})
		for (const line of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
			else jar.set(name, value)
		}
		return {
			status: response.status,
			headers: response.headers,
			location: response.headers.get('location') ?? '',
			html: await response.text(),
		}
	}

	/** Submits the log-in form; `more` are its hidden fields. */
	function logIn(
		{ email, password }: { email: string; password: string },
		more: Record<string, string> = {},
	) {
		return send('/login', Object.entries({ email, password, ...more }))
	}

	return { jar, send, logIn }
}

/** Returns the value of a hidden field in a page, or undefined. */
export function hiddenField(html: string, name: string): string | undefined {
	const [input] = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`)) ?? []
	return /value="([^"]*)"/.exec(input ?? '')?.[1]
}
