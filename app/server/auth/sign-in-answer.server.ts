import { href, redirect } from 'react-router'
import type { SignedIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { redirectWithFlash } from '../forms/flash.server'
import { keepForm, keptFormPath } from '../forms/restored-form.server'
import { log } from '../ops/log.server'
import { flowCookies } from './flow-cookies.server'
import { landingOf } from './landing.server'

/** The address of the question for a second factor's code, on the way to `redirectTo`. */
export function codePage(redirectTo: string | undefined): string {
	return `${href('/login/code')}${redirectTo ? `?${new URLSearchParams({ redirectTo })}` : ''}`
}

type Way = {
	redirectTo?: string | undefined
	/** A form that the end of a session interrupted: sealed in the log-in page, or kept already (its id). */
	carried?: string | undefined
	interrupted?: string | undefined
	/** May carry further cookies. */
	headers?: Headers
}

/** Answers somebody whose identity is proven: on to the code of their second factor, or in. */
export async function answerSignIn(signedIn: SignedIn, way: Way = {}): Promise<Response> {
	const { redirectTo, carried, interrupted, headers = new Headers() } = way
	if (signedIn.next === 'second-factor') {
		headers.append('Set-Cookie', await flowCookies.secondFactor.serialize(signedIn.challengeId))
		const kept = await keepOnTheWay(carried, signedIn.accountId)
		if (kept) headers.append('Set-Cookie', await flowCookies.interrupted.serialize(kept))
		return redirect(codePage(redirectTo), { headers })
	}
	headers.append('Set-Cookie', signedIn.cookie)
	if (interrupted) {
		headers.append('Set-Cookie', await flowCookies.interrupted.serialize('', { maxAge: 0 }))
		const form = await keptFormPath(interrupted, signedIn.accountId)
		if (form) return redirect(form, { headers })
	}
	const { path, message } = await landingOf(signedIn, { redirectTo, carried }, Date.now())
	return message ? await redirectWithFlash(path, message, { headers }) : redirect(path, { headers })
}

/* Keeps a sealed form while the code is asked for. Whoever signs in is not kept from it by a form that cannot be
   kept. */
async function keepOnTheWay(carried: string | undefined, accountId: string): Promise<string | undefined> {
	if (!carried) return undefined
	try {
		const kept = await keepForm(carried, { for: accountId, now: Date.now() })
		return kept.ok ? kept.id : undefined
	} catch (error) {
		log.error({ err: error }, 'a form could not be carried over')
		return undefined
	}
}
