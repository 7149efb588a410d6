import { plainCookie } from '../http/cookies.server'
import { requestContext } from '../http/request-context.server'
import { seal, unseal } from './secret-box.server'

/* Secrets that the page after a redirect shows once: they travel in a cookie, encrypted for one session. */

const cookie = plainCookie('shown-once')
/** The kind of secret, so that no other page shows it. */
type What = 'recovery-codes' | 'key'

const getSealContext = (sessionId: string, what: What) => `shown-once:${what}:${sessionId}`

/** Returns the Set-Cookie value that carries lines to the next page of a session. */
export function showOnce(sessionId: string, what: What, lines: readonly string[]): Promise<string> {
	return cookie.serialize(seal(lines.join('\n'), getSealContext(sessionId, what)))
}

/** Reads the lines of a request, if any, and clears them with its answer. */
export async function readShownOnce(request: Request, sessionId: string, what: What): Promise<string[]> {
	const sealed: unknown = await cookie.parse(request.headers.get('cookie'))
	const opened = typeof sealed === 'string' && unseal(sealed, getSealContext(sessionId, what))
	if (!opened) return []
	requestContext()?.cookies.push(await cookie.serialize('', { maxAge: 0 }))
	return opened.split('\n')
}
