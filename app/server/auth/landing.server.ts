import type { Flash } from '../forms/flash.server'
import { keepForm } from '../forms/restored-form.server'
import { log } from '../ops/log.server'
import { dashboardOf, safeRedirect } from './guards.server'

/** Who has just signed in. */
export type Arrival = { accountId: string; role: 'user' | 'admin'; fullName: string }

/** A page, and what is said on it, if it does not say so itself. */
export type Landing = {
	path: string
	message?: { type: Flash['type']; text: string; seconds?: number }
}

/**
 * Where somebody goes who has just signed in: to the form that was interrupted, else back, else home. A page of the
 * other role would only send them home again. `now` in UTC ms.
 */
export async function landingOf(
	{ accountId, role, fullName }: Arrival,
	{ redirectTo, carried }: { redirectTo: string | undefined; carried: string | undefined },
	now: number,
): Promise<Landing> {
	const home = dashboardOf(role)
	const back = safeRedirect(redirectTo, home)
	const isOthers = /^\/(user|admin)(\/|$)/.test(back) && !back.startsWith(`/${role}`)
	const path = isOthers ? home : back
	const welcome = { type: 'success', text: `Welcome, ${fullName}.` } as const
	if (!carried) return { path, message: welcome }
	const kept = await keepForm(carried, { for: accountId, now }).catch(error => {
		log.error({ err: error }, 'a form could not be carried over')
		return { ok: false, reason: 'not-kept' } as const
	})
	if (kept.ok) return { path: kept.path }
	if (kept.reason === 'another-person') {
		const text = `Welcome, ${fullName}. What had been typed before belongs to another account and is gone.`
		return { path: home, message: { type: 'warning', text, seconds: 15 } }
	}
	const text = `Welcome, ${fullName}. What you had typed before could not be kept.`
	return { path, message: { type: 'warning', text, seconds: 15 } }
}
