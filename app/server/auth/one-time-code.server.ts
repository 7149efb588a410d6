import { createHmac } from 'node:crypto'
import { TOTPStrategy } from 'remix-auth-totp'
import { env } from '../ops/env.server'

/* remix-auth-totp creates and verifies the codes. It expects to answer with a redirect and a cookie; here the table of
   challenges stores the value of that cookie instead, and passes it back when a code is tried. */

/* The upper limit for a code; the row of the challenge decides, and is usually shorter. */
const PERIOD_SECONDS = 3600

/** Creates a code of six random digits, and its sealed form to store with the challenge. */
export async function newCode(challengeId: string): Promise<{ code: string; sealed: string }> {
	const [secret = ''] = env.sessionSecrets
	let code = ''
	const strategy = strategyFor(secret, { onCode: made => (code = made) })
	const response = await authenticate(strategy, { email: challengeId })
	const sealed = response.headers.getSetCookie()[0]?.split(';', 1)[0]
	if (!code || !sealed) throw new Error('remix-auth-totp made no code')
	return { code, sealed }
}

/** Stored in place of a sealed code when no code shall be valid. */
export const NO_CODE = ''

/**
 * Verifies `code` against the sealed one of this challenge, under any valid secret. Without a sealed code it does the
 * same work and returns false, so that timing reveals nothing.
 */
export async function isCode(challengeId: string, code: string, sealed: string | null): Promise<boolean> {
	const compared = sealed || (await decoyHash())
	for (const secret of env.sessionSecrets) {
		let verified: string | undefined
		const strategy = strategyFor(secret, { onVerified: id => (verified = id) })
		await authenticate(strategy, { code }, compared)
		if (verified === challengeId) return true
	}
	return false
}

let nobodys: { sealed: Promise<string>; until: number } | undefined

/* Renewed before it expires, because rejecting an expired one takes less work. */
function decoyHash(now = Date.now()): Promise<string> {
	if (!nobodys || nobodys.until < now) {
		const sealed = newCode('nobody').then(made => made.sealed)
		nobodys = { sealed, until: now + (PERIOD_SECONDS * 1000) / 2 }
	}
	return nobodys.sealed
}

type Listeners = { onCode?: (code: string) => void; onVerified?: (challengeId: string) => void }

/* Creates a strategy that identifies people by their challenge, in place of their address. */
function strategyFor(secret: string, { onCode, onVerified }: Listeners): TOTPStrategy<void> {
	return new TOTPStrategy<void>(
		{
			secret: createHmac('sha256', secret).update('one-time-code').digest('hex'),
			emailSentRedirect: '/',
			successRedirect: '/',
			failureRedirect: '/',
			totpGeneration: { digits: 6, charSet: '0123456789', period: PERIOD_SECONDS },
			validateEmail: async () => true,
			sendTOTP: async ({ code }) => onCode?.(code),
		},
		async ({ email }) => onVerified?.(email),
	)
}

/* The strategy answers by throwing a redirect, whether the code is right or wrong. */
async function authenticate(strategy: TOTPStrategy<void>, fields: Record<string, string>, cookie = '') {
	const body = new URLSearchParams(fields)
	try {
		await strategy.authenticate(new Request(env.appUrl, { method: 'POST', body, headers: { cookie } }))
	} catch (response) {
		if (response instanceof Response) return response
		throw response
	}
	throw new Error('remix-auth-totp did not respond')
}
