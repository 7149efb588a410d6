import { URI } from 'otpauth'

/** The code that an authenticator app shows at a time (UTC ms), by the otpauth: address it was given. */
export function codeAt(link: string, at: number): string {
	const generator = URI.parse(link)
	if (!('period' in generator)) throw new Error('This is no time-based key')
	return generator.generate({ timestamp: at })
}
