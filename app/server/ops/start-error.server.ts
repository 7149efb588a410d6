/**
 * Why the product cannot start, in a sentence for its operator. Any other error at start is a bug and is logged with
 * its stack.
 */
export class StartError extends Error {
	override name = 'StartError'
}
