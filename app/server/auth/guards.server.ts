import { href, redirect } from 'react-router'
import { memoizedForRequest } from '../http/request-context.server'
import { readSession, type SessionAccount } from './session.server'
import { loginResponse } from './session-end.server'

/** The signed-in account of a request, or undefined; for pages that anybody may see. */
export function optionalAccount(request: Request): Promise<SessionAccount | undefined> {
	return memoizedForRequest('account', () => readSession(request, Date.now()))
}

/** {@link optionalAccount} for what is no page: nobody, where a page would first ask for the second factor. */
export async function admittedAccount(request: Request): Promise<SessionAccount | undefined> {
	const account = await optionalAccount(request)
	return account?.owesSecondFactor ? undefined : account
}

/** The dashboard of a role. */
export function getDashboardPath(role: SessionAccount['role']): string {
	return role === 'admin' ? href('/admin/dashboard') : href('/user/dashboard')
}

/** The signed-in area that an address belongs to. The router does not regard case. */
function areaOf(request: Request): SessionAccount['role'] {
	return /^\/admin(\/|$)/i.test(new URL(request.url).pathname) ? 'admin' : 'user'
}

/**
 * A local path from untrusted input, for "back to where you were" after a log-in. Absolute and protocol-relative
 * addresses, backslashes and control characters give the fallback.
 */
export function safeRedirect(target: unknown, fallback: string): string {
	if (typeof target !== 'string' || target.length > 2_000) return fallback
	if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return fallback
	return target
}

/** The page a guest wanted (`redirectTo` of this address); empty without one. */
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
 * The signed-in user; first line of every /user loader and action. Redirects guests to /login, administrators home.
 */
export function requireUser(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'user')
}

/** The signed-in administrator; first line of every /admin loader and action. */
export function requireAdmin(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'admin')
}

/** The signed-in account of the area that the address lies in; for screens that members and administrators share. */
export function requireAccount(request: Request): Promise<SessionAccount> {
	return requireRole(request, areaOf(request))
}

/** Turns signed-in visitors away from guest-only pages, to their dashboard. */
export async function requireGuest(request: Request): Promise<void> {
	const account = await optionalAccount(request)
	if (account) throw redirect(getDashboardPath(account.role))
}
