import { href, redirect } from 'react-router'
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

/** Returns the signed-in area that an address belongs to. The router ignores case. */
function getArea(request: Request): SessionAccount['role'] {
	return /^\/admin(\/|$)/i.test(new URL(request.url).pathname) ? 'admin' : 'user'
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

async function requireRole(request: Request, role: SessionAccount['role']): Promise<SessionAccount> {
	const account = await optionalAccount(request)
	if (!account) throw await loginResponse(request)
	if (account.role !== role) throw redirect(getDashboardPath(account.role))
	if (account.owesSecondFactor && !isSetUpPage(request)) throw redirect(SET_UP_PAGE)
	return account
}

const SET_UP_PAGE = href('/admin/setting/second-factor')

function isSetUpPage(request: Request): boolean {
	return new URL(request.url).pathname === SET_UP_PAGE
}

/**
 * Returns the signed-in member; the first line of every /user loader and action. Redirects guests to /login,
 * administrators to their dashboard.
 */
export function requireUser(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'user')
}

/** Returns the signed-in administrator; the first line of every /admin loader and action. */
export function requireAdmin(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'admin')
}

/** Returns the signed-in account for the area of the address; for screens that members and administrators share. */
export function requireAccount(request: Request): Promise<SessionAccount> {
	return requireRole(request, getArea(request))
}

/** Redirects signed-in visitors from guest-only pages to their dashboard. */
export async function requireGuest(request: Request): Promise<void> {
	const account = await optionalAccount(request)
	if (account) throw redirect(getDashboardPath(account.role))
}
