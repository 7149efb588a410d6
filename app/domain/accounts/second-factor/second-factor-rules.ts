import type { Refused } from '../rules'

/** How many recovery codes somebody has at once (P39). */
export const RECOVERY_CODES = 10

/** How long a key that was shown waits for its first code, in seconds. */
export const SETUP_SECONDS = 3600

/** How long after the password the code may be entered, in seconds. */
export const SECOND_FACTOR_SECONDS = 600

/** A code as it was typed: six digits of an app, or else a recovery code. Spaces and hyphens do not count. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/** What kind of code was typed. */
export function readTypedCode(typed: string): TypedCode {
	const code = typed.replace(/[\s-]/g, '')
	return { kind: /^[0-9]{6}$/.test(code) ? 'app' : 'recovery', code }
}

/** 'You have 7 recovery codes left.' */
export function codesLeftText(left: number): string {
	if (left === 0) return 'You have no recovery codes left.'
	return `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`
}

/** Why a code, or a change of the second factor, was refused. */
export type SecondFactorRefusal = Refused<
	'wrong-code' | 'used-code' | 'unreadable' | 'over' | 'too-many' | 'wrong-state' | 'wrong-password'
>

const refusals = {
	'wrong-code': 'This code is not right. Please try again.',
	'used-code': 'This code has been used already. Please wait for the next one.',
	unreadable: 'Codes of your app cannot be checked just now. Please use a recovery code.',
} as const

/** A refusal of what was typed as the code. */
export function refuseCode(code: keyof typeof refusals): SecondFactorRefusal {
	return { ok: false, code, message: refusals[code], field: 'code' }
}

/** A sign-in whose code came too late, or too often wrong: it has to begin again. */
export function refuseSignIn(message: string): SecondFactorRefusal {
	return { ok: false, code: 'over', message }
}
