import type { MiddlewareFunction } from 'react-router'
import { plainCookie } from './cookies.server'
import { env } from './env.server'
import { admittedAccount } from './guards.server'
import { requestContext } from './request-context.server'

/* The replica is a second old at most, and the clocks of browsers count whole seconds. */
const STAY_S = 5
/* What guests see is kept by proxies, which say how old it is (docs/decisions/0112). */
const MAY_READ = /^\/(user|admin)(\/|$)/i

const recentWrite = plainCookie('recent-write', { maxAge: STAY_S })

/**
 * Lets the pages of members and administrators read from the replica, if there is one: not for a few seconds after the
 * same browser has changed something. Who asks, and whether they may, is always read from the primary.
 */
export const readFromReplica: MiddlewareFunction<Response> = async ({ request }, next) => {
	const context = requestContext()
	if (!context || !env.DATABASE_REPLICA_URL) return await next()
	const isPage = ['GET', 'HEAD'].includes(context.method) && MAY_READ.test(new URL(request.url).pathname)
	if (isPage && (await recentWrite.parse(request.headers.get('cookie'))) === null) {
		// Whoever needs it meets its error again.
		await admittedAccount(request).catch(() => undefined)
		if (!context.hasWritten) context.readsFrom = 'replica'
	}
	try {
		return await next()
	} finally {
		context.readsFrom = 'primary'
		// Guests read from the primary.
		if (context.hasWritten && context.accountId) context.cookies.push(await recentWrite.serialize('1'))
		context.hasWritten = false
	}
}
