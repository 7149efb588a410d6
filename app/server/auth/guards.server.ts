import { createContext, href, redirect } from 'react-router'
import { memoizedForRequest } from '../http/request-context.server'
import { readSession, type SessionAccount } from './session.server'
import { loginResponse } from './session-end.server'

/** Returns the signed-in account of a request, or undefined; for pages that anybody may see. */
export function optionalAccount(request: Request): Promise<SessionAccount | undefined> {
	return memoizedForRequest('account', () => readSession(request, Date.now()))
}

/**
 * Like {@link optionalAccount}, for anything other than a page: undefined where a page would first ask for the second
 * factor.
 */
export async function findAdmitted(request: Request): Promise<SessionAccount | undefined> {
	const account = await optionalAccount(request)
	return account?.owesSecondFactor ? undefined : account
}

/** Returns the path of a role's dashboard. */
export function getDashboardPath(role: SessionAccount['role']): string {
	return role === 'admin' ? href('/admin/dashboard') : href('/user/dashboard')
}

/**
 * Returns a local path from untrusted input, for redirects after sign-in. Absolute and protocol-relative URLs,
 * backslashes and control characters give the fallback.
 */
export function safeRedirect(target: unknown, fallback: string): string {
	if (typeof target !== 'string' || target.length > 2_000) return fallback
	if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return fallback
	// "/.//host" resolves to "//host", which names another site.
	return new URL(target, 'http://localhost').pathname.startsWith('//') ? fallback : target
}

/** Reads the page that a guest wanted (`redirectTo` of this address); empty without one. */
export function readDestination(request: Request): string {
	return safeRedirect(new URL(request.url).searchParams.get('redirectTo'), '')
}

/**
 * The signed-in account in loaders and actions below /user and /admin, where the middleware of the layout sets it.
 * Reading it in any other route throws.
 */
export const accountContext = createContext<SessionAccount>()

const SET_UP_PAGE = href('/admin/setting/second-factor')

/**
 * Returns the signed-in account if it has this role.
 * @throws a redirect: guests go to /login, the other role to its dashboard, and administrators who lack a required
 * second factor to its set-up page.
 */
export async function requireRole(request: Request, role: SessionAccount['role']): Promise<SessionAccount> {
	const account = await optionalAccount(request)
	if (!account) throw await loginResponse(request)
	if (account.role !== role) throw redirect(getDashboardPath(account.role))
	if (account.owesSecondFactor && new URL(request.url).pathname !== SET_UP_PAGE) throw redirect(SET_UP_PAGE)
	return account
}

/** Redirects signed-in visitors from guest-only pages to their dashboard. */
export async function requireGuest(request: Request): Promise<void> {
	const account = await optionalAccount(request)
	if (account) throw redirect(getDashboardPath(account.role))
}
