const MB = 1024 * 1024

/** Limits on forms with files read at the same time: in bytes, and by account and client address. */
export const UPLOADS_AT_ONCE = { bytes: 64 * MB, perAccount: 2, perAddress: 4 }
const LONGEST_WAIT_MS = 30_000

/** `bytes`: the most that reading it can keep in memory. */
export type Upload = { bytes: number; account: string | undefined; address: string }

const admitted = new Set<Upload>()
const waiting = new Set<{ upload: Upload; admit: () => void }>()

function hasRoomFor({ bytes, account, address }: Upload): boolean {
	const others = [...admitted]
	const total = others.reduce((sum, other) => sum + other.bytes, bytes)
	const ofAccount = others.filter(other => other.account === account).length
	const ofAddress = others.filter(other => other.address === address).length
	return (
		total <= UPLOADS_AT_ONCE.bytes &&
		(account === undefined || ofAccount < UPLOADS_AT_ONCE.perAccount) &&
		ofAddress < UPLOADS_AT_ONCE.perAddress
	)
}

/**
 * Waits, at most 30 seconds, until the body of a form with files may be read. The parser keeps it in memory when all of it
 * is there, and an admitted upload counts until {@link releaseUpload}. @returns false when there was no room in time, or `signal` has aborted.
 */
export async function admitUpload(upload: Upload, signal: AbortSignal): Promise<boolean> {
	if (hasRoomFor(upload)) {
		admitted.add(upload)
		return true
	}
	return await new Promise(resolve => {
		const end = (isAdmitted: boolean) => {
			clearTimeout(timer)
			waiting.delete(waiter)
			resolve(isAdmitted)
		}
		const waiter = {
			upload,
			admit() {
				admitted.add(upload)
				end(true)
			},
		}
		const timer = setTimeout(end, LONGEST_WAIT_MS, false)
		waiting.add(waiter)
		signal.addEventListener('abort', () => end(false), { once: true })
		if (signal.aborted) end(false)
	})
}

/** Ends what {@link admitUpload} has admitted; the next that fit are let in. */
export function releaseUpload(upload: Upload): void {
	if (!admitted.delete(upload)) return
	for (const { upload: next, admit } of waiting) if (hasRoomFor(next)) admit()
}
