import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/* Codes of authenticator apps: RFC 6238 with what every app knows, SHA-1, six digits, thirty seconds. */

const PERIOD_SECONDS = 30
/** Codes of the step before and after count as well: clocks differ, and people type slowly. */
const WINDOW = 1

/** A random key of 160 bits, in base32 as apps take it. */
export function newAuthenticatorKey(): string {
	return new Secret({ size: 20 }).base32
}

function generator(key: string, names: { issuer?: string; label?: string } = {}): TOTP {
	const secret = Secret.fromBase32(key)
	return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}

/** The otpauth: address of a key, which apps read from a QR code or open as a link. */
export function authenticatorLink(key: string, names: { issuer: string; label: string }): string {
	return generator(key, names).toString()
}

/** The number of the time step whose code this is, around `now` (UTC ms); undefined when it is of none. */
export function stepOfCode(key: string, code: string, now: number): number | undefined {
	const delta = generator(key).validate({ token: code, timestamp: now, window: WINDOW })
	return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

/** A QR code as the path of an SVG whose sides are `size` units; the quiet zone around it is part of them. */
export type QrCode = { size: number; path: string }

/** Draws a text as a QR code, in as few modules as there can be: a screen is clean, and a phone is held close. */
export function qrCode(text: string): QrCode {
	const { size, data } = encode(text, { ecc: 'L', border: 4 })
	const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
	return { size, path: dark.join('') }
}
