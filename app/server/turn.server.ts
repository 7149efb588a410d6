/** Runs `work` when everybody who could go on at once has done so, and has perhaps asked for more. */
export function atEndOfTurn(work: () => void): void {
	// Ticks come before promises, but one that a promise asks for comes after all of them.
	queueMicrotask(() => process.nextTick(work))
}
