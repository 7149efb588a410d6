import { plainCookie } from '../http/cookies.server'
import { requestContext } from '../http/request-context.server'

/* A browser that refuses cookies loses what a form has led to: the session, the step with the code, the line
   that says it was sent. The page of such a form sets a cookie and says so in the form
   (app/ui/forms/cookie-check.tsx), so that its absence tells. */

/* As long as the browser is open: so is the page. */
const cookie = plainCookie('cookie_check')

/** Sets a cookie with the page of a form. */
export async function askForCookie(): Promise<void> {
	requestContext()?.cookies.push(await cookie.serialize('1'))
}

/** Detects a form of ours that came without any cookie. Programs that send a form without its page may have none. */
export function refusesCookies(request: Request, form: FormData): boolean {
	return form.has('cookie_check') && !request.headers.get('cookie')
}

/** Why such a form is not accepted where a cookie must follow; undefined for all others. */
export function cookieRefusal(request: Request, form: FormData): { message: string } | undefined {
	if (!refusesCookies(request, form)) return undefined
	return { message: 'Your browser refuses cookies; we need one to keep you signed in.' }
}
