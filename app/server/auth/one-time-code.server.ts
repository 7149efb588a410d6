import { createHmac } from 'node:crypto'
import { TOTPStrategy } from 'remix-auth-totp'
import { env } from '../ops/env.server'

/* remix-auth-totp makes and checks the codes. It answers with a redirect and a cookie, which reaches no browser: the
   table of challenges keeps it, and it is handed back when a code is tried. */

/* The longest that a code can open anything; the row of the challenge decides, and mostly sooner. */
const PERIOD_SECONDS = 3600

/** Six random digits, and the sealed form of them that the table keeps for this challenge. */
export async function newCode(challengeId: string): Promise<{ code: string; sealed: string }> {
	const [secret = ''] = env.sessionSecrets
	let code = ''
	const strategy = strategyFor(secret, { onCode: made => (code = made) })
	const answer = await answerOf(strategy, { email: challengeId })
	const sealed = answer.headers.getSetCookie()[0]?.split(';', 1)[0]
	if (!code || !sealed) throw new Error('remix-auth-totp made no code')
	return { code, sealed }
}

/** In place of a sealed code: no code is right. */
export const NO_CODE = ''

/**
 * Checks `code` against the sealed one of this challenge, under any valid secret. Without a sealed code it does the
 * same work and returns false, so that timing reveals nothing.
 */
export async function isCode(challengeId: string, code: string, sealed: string | null): Promise<boolean> {
	const compared = sealed || (await decoyHash())
	for (const secret of env.sessionSecrets) {
		let verified: string | undefined
		const strategy = strategyFor(secret, { onVerified: id => (verified = id) })
		await answerOf(strategy, { code }, compared)
		if (verified === challengeId) return true
	}
	return false
}

let nobodys: { sealed: Promise<string>; until: number } | undefined

/* One that has run out takes less work. */
function decoyHash(now = Date.now()): Promise<string> {
	if (!nobodys || nobodys.until < now) {
		const sealed = newCode('nobody').then(made => made.sealed)
		nobodys = { sealed, until: now + (PERIOD_SECONDS * 1000) / 2 }
	}
	return nobodys.sealed
}

type Listeners = { onCode?: (code: string) => void; onVerified?: (challengeId: string) => void }

/* The strategy knows people by their address; ours are known by their challenge. */
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

/* It answers by throwing a redirect, whether the code is right or wrong. */
async function answerOf(strategy: TOTPStrategy<void>, fields: Record<string, string>, cookie = '') {
	const body = new URLSearchParams(fields)
	try {
		await strategy.authenticate(new Request(env.appUrl, { method: 'POST', body, headers: { cookie } }))
	} catch (answer) {
		if (answer instanceof Response) return answer
		throw answer
	}
	throw new Error('remix-auth-totp did not answer')
}
