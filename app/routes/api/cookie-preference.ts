import { redirect } from 'react-router'
import { z } from 'zod'
import { safeRedirect } from '~/server/auth/guards.server'
import { readForm } from '~/server/forms/form.server'
import { consentCookie } from '~/server/http/consent.server'
import { badRequest } from '~/server/http/responses.server'
import type { Route } from './+types/cookie-preference'

const Form = z.object({ preference: z.enum(['accepted', 'rejected']), returnTo: z.string().optional() })

/** Only POST is supported. */
export function loader() {
	return redirect('/')
}

/** Stores the choice of the cookie banner and redirects to the page it was on. */
export async function action({ request }: Route.ActionArgs) {
	const form = Form.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { preference, returnTo } = form.data
	const headers = { 'Set-Cookie': await consentCookie(preference, Date.now()) }
	return redirect(safeRedirect(returnTo, '/'), { headers })
}

/** Never rendered. A route with a component is a page, so that maintenance and errors are pages too. */
export default function CookiePreference() {
	return null
}
