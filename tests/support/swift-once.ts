import { SWIFT_KEYS, startSwift } from './swift'

/** Starts Swift before the tests of the project s3, and sets the variables that an operator would set. */
export default async function swiftOnce(): Promise<() => void> {
	const { storageUrl, stop } = await startSwift()
	Object.assign(process.env, SWIFT_KEYS, { STORAGE_URL: storageUrl })
	return stop
}
