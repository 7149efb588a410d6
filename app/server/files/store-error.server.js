/** Why a file store did not do what it was asked. `isPassing`: later it might. */
export class StoreError extends Error {
	/** @override */
	name = 'StoreError'
	/** @param {string} message @param {{ isPassing: boolean, cause?: unknown }} how */
	constructor(message, { isPassing, cause }) {
		super(message, { cause })
		this.isPassing = isPassing
	}
}
