import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/* Codes of authenticator apps: RFC 6238 with the parameters every app supports (SHA-1, six digits, thirty seconds). */

const PERIOD_SECONDS = 30
/** Accepts the time step before and after too: clocks differ, and people type slowly. */
const WINDOW = 1

/** Creates a random key of 160 bits, in base32. */
export function newAuthenticatorKey(): string {
	return new Secret({ size: 20 }).base32
}

function generator(key: string, names: { issuer?: string; label?: string } = {}): TOTP {
	const secret = Secret.fromBase32(key)
	return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}

/** Returns the otpauth: URL of a key, which apps read from a QR code or open as a link. */
export function authenticatorLink(key: string, names: { issuer: string; label: string }): string {
	return generator(key, names).toString()
}

/** Finds the time step of a code near `now` (UTC ms); undefined when it matches none. */
export function stepOfCode(key: string, code: string, now: number): number | undefined {
	const delta = generator(key).validate({ token: code, timestamp: now, window: WINDOW })
	return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** A QR code as the path of an SVG of `size` units a side, quiet zone included. */
export type QrCode = { size: number; path: string }

/** Draws a text as a QR code with the lowest error correction, because a screen is clean and the phone is close. */
export function qrCode(text: string): QrCode {
	const { size, data } = encode(text, { ecc: 'L', border: 4 })
	const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
	return { size, path: dark.join('') }
}
