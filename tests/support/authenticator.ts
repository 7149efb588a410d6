import { URI } from 'otpauth'

/** Computes the code of an authenticator app at a time (UTC ms), from the otpauth URL. */
export function codeAt(link: string, at: number): string {
	const generator = URI.parse(link)
	if (!('period' in generator)) throw new Error('This is no time-based key')
	return generator.generate({ timestamp: at })
}
