/** Texts of the custom elements, independent of any document. */

/** Returns '12 of 200 characters', counted as the form counts them. */
export function formatCharacterCount(length: number, max: number): string {
	return `${length} of ${max} characters`
}

/** Formats seconds as '4:59' or '1:02:03', never below '0:00'. */
export function formatCountdown(seconds: number): string {
	const whole = Math.max(0, Math.ceil(seconds))
	const padTwo = (value: number) => String(value).padStart(2, '0')
	const hours = Math.floor(whole / 3600)
	const minutes = Math.floor(whole / 60) % 60
	return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(whole % 60)}` : `${minutes}:${padTwo(whole % 60)}`
}

/** Extracts at most `count` digits from a pasted or autofilled code. */
export function extractDigits(text: string, count: number): string[] {
	return [...text.replace(/\D/g, '')].slice(0, count)
}
