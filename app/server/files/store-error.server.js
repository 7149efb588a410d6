/** A failure of the file store. `isTransient`: the same call may succeed later. */
export class StoreError extends Error {
	/** @override */
	name = 'StoreError'
	/** @param {string} message @param {{ isTransient: boolean, cause?: unknown }} how */
	constructor(message, { isTransient, cause }) {
		super(message, { cause })
		this.isTransient = isTransient
	}
}
