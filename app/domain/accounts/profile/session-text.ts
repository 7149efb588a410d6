const UNITS = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
] as const

/** '14 days', '12 hours', '30 minutes': a span in seconds, in the largest unit that is exact. */
export function spanText(seconds: number): string {
	const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? (['second', 1] as const)
	const count = seconds / size
	return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long a session lasts, in words; both in seconds. */
export function sessionLifeText({ idle, total }: { idle: number; total: number }): string {
	return `A session ends after ${spanText(idle)} without a visit, and after ${spanText(total)} in any case.`
}
