import { plainCookie } from '../http/cookies.server'
import { requestContext } from '../http/request-context.server'

/* A browser that refuses cookies loses the session, the step with the code and the flash message that follow a form.
   The page of such a form therefore sets a cookie and a hidden field (app/ui/forms/person-fields.tsx), so that a missing
   cookie can be detected. */

/* Kept until the browser is closed, as the page is. */
const cookie = plainCookie('cookie_check')

/** Sets the cookie with the page of a form. */
export async function askForCookie(): Promise<void> {
	requestContext()?.cookies.push(await cookie.serialize('1'))
}

/** Detects a form of ours that came without any cookie. Programs that send a form without its page may have none. */
export function hasNoCookies(request: Request, form: FormData): boolean {
	return form.has('cookie_check') && !request.headers.get('cookie')
}

/** Returns why such a form is refused where a cookie must follow; undefined for all others. */
export function checkCookies(request: Request, form: FormData): { message: string } | undefined {
	if (!hasNoCookies(request, form)) return undefined
	return { message: 'Your browser refuses cookies; we need one to keep you logged in.' }
}
