/** A failure of the file store. `isPassing`: the same call may succeed later. */
export class StoreError extends Error {
	/** @override */
	name = 'StoreError'
	/** @param {string} message @param {{ isPassing: boolean, cause?: unknown }} how */
	constructor(message, { isPassing, cause }) {
		super(message, { cause })
		this.isPassing = isPassing
	}
}
