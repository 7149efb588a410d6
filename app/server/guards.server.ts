import { href, redirect } from 'react-router'
import { memoizedForRequest } from './request-context.server'
import { readSession, type SessionAccount } from './session.server'

/** The signed-in account of a request, or undefined; for pages that anybody may see. */
export function optionalAccount(request: Request): Promise<SessionAccount | undefined> {
	return memoizedForRequest('account', () => readSession(request, Date.now()))
}

/** Where an account of a role is at home. */
export function dashboardOf(role: SessionAccount['role']): string {
	return role === 'admin' ? href('/admin/dashboard') : href('/user/dashboard')
}

/**
 * A local path from untrusted input, for "back to where you were" after a log-in. Absolute and protocol-relative addresses,
 * backslashes and control characters give the fallback.
 */
export function safeRedirect(target: unknown, fallback: string): string {
	if (typeof target !== 'string' || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\'))
		return fallback
	return target
}

async function requireRole(request: Request, role: SessionAccount['role']): Promise<SessionAccount> {
	const account = await optionalAccount(request)
	if (!account) {
		const { pathname, search } = new URL(request.url)
		const back =
			request.method === 'GET'
				? pathname.replace(/\.data$/, '') + search.replace(/[?&]_routes=[^&]*/, '')
				: ''
		throw redirect(back ? `/login?${new URLSearchParams({ redirectTo: back })}` : '/login')
	}
	if (account.role !== role) throw redirect(dashboardOf(account.role))
	return account
}

/** The signed-in user; first line of every /user loader and action. Redirects guests to /login, administrators home (2.2). */
export function requireUser(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'user')
}

/** The signed-in administrator; first line of every /admin loader and action. */
export function requireAdmin(request: Request): Promise<SessionAccount> {
	return requireRole(request, 'admin')
}

/** Turns signed-in visitors away from guest-only pages, to their dashboard (2.2). */
export async function requireGuest(request: Request): Promise<void> {
	const account = await optionalAccount(request)
	if (account) throw redirect(dashboardOf(account.role))
}
