import { href } from 'react-router'
import type { SignedIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { type Cookies, redirectWithCookies, redirectWithFlash } from '../forms/flash.server'
import { savedFormPath, saveForm } from '../forms/restored-form.server'
import { log } from '../ops/log.server'
import { endFlow, readFlow, startFlow } from './flow-cookies.server'
import { getDashboardPath, safeRedirect } from './guards.server'

type SignInOptions = {
	redirectTo?: string | undefined
	/** A form that the end of a session interrupted: sealed in the log-in page, or the id of a stored one. */
	sealedForm?: string | undefined
	interrupted?: string | undefined
	cookies?: Cookies
}

/**
 * Answers an account whose identity is proven: redirects to the page for the two-factor code, or signs in and
 * redirects to the interrupted form, else to the page asked for, else home. Pages of the other role are skipped: they
 * would only redirect home.
 */
export async function signInResponse(signedIn: SignedIn, options: SignInOptions = {}): Promise<Response> {
	const { redirectTo, sealedForm, interrupted, cookies = [] } = options
	const { accountId, role, fullName } = signedIn
	const kept = sealedForm ? await keepOrExplain(sealedForm, accountId) : undefined
	if (signedIn.next === 'second-factor') {
		const question = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ''
		return await redirectWithCookies(href('/login/code') + question, [
			...cookies,
			startFlow('second-factor', signedIn.challengeId),
			...(kept?.ok ? [startFlow('interrupted-form', kept.id)] : []),
		])
	}
	const all = [...cookies, signedIn.cookie, ...(interrupted ? [endFlow('interrupted-form')] : [])]
	const form = kept?.ok ? kept.path : interrupted && (await savedFormPath(interrupted, accountId))
	if (form) return await redirectWithCookies(form, all)
	const home = getDashboardPath(role)
	const back = safeRedirect(redirectTo, home)
	const isOtherRole = /^\/(user|admin)(\/|$)/.test(back) && !back.startsWith(`/${role}`)
	const path = isOtherRole ? home : back
	const welcome = `Welcome, ${fullName}.`
	if (!kept || kept.ok) return await redirectWithFlash(path, welcome, all)
	const belongsToAnother = kept.reason === 'another-person'
	const lost = belongsToAnother
		? 'The form you were filling in belongs to another account, so it was not kept.'
		: 'The form you were filling in could not be kept.'
	const message = { type: 'warning', text: `${welcome} ${lost}`, seconds: 15 } as const
	return await redirectWithFlash(belongsToAnother ? home : path, message, all)
}

/* A form that cannot be stored must not prevent the sign-in. */
async function keepOrExplain(sealedForm: string, accountId: string) {
	return await saveForm(sealedForm, { for: accountId, now: Date.now() }).catch(error => {
		log.error({ err: error }, 'a form could not be restored after the sign-in')
		return { ok: false, reason: 'not-kept' } as const
	})
}

/** Calls {@link signInResponse} for a sign-in with Google and ends its flow. */
export async function googleResponse(
	request: Request,
	signedIn: SignedIn,
	step: 'google-sign-in' | 'google-sign-up' | 'google-link',
): Promise<Response> {
	return await signInResponse(signedIn, {
		redirectTo: await readFlow(request, 'destination'),
		interrupted: await readFlow(request, 'interrupted-form'),
		cookies: [endFlow(step), endFlow('destination')],
	})
}
