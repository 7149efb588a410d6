const MB = 1024 * 1024

/** Limits on forms with files read at the same time: in bytes, and per account and client address. */
export const UPLOADS_AT_ONCE = { bytes: 64 * MB, perAccount: 2, perAddress: 4 }
const LONGEST_WAIT_MS = 30_000
/** A body slower than this on average after so many ms is dropped when another upload needs its room. */
const SLOW = { bytesPerSecond: 25_000, afterMs: 20_000 }
const CHECK_EVERY_MS = 1_000

/** `bytes`: the most memory that reading it can take. `reading`: set while its body arrives. */
export type Upload = { bytes: number; account: string | undefined; address: string; reading?: Reading }

/** The bytes of a body that have arrived, and since when (ms of `performance.now`). `stop` ends the reading. */
export type Reading = { total: number; since: number; stop: () => void }

const admitted = new Set<Upload>()
const waiting = new Set<{ upload: Upload; admit: () => void }>()

function hasRoomFor({ bytes, account, address }: Upload, others: readonly Upload[] = [...admitted]): boolean {
	const total = others.reduce((sum, other) => sum + other.bytes, bytes)
	const ofAccount = others.filter(other => other.account === account).length
	const ofAddress = others.filter(other => other.address === address).length
	return (
		total <= UPLOADS_AT_ONCE.bytes &&
		(account === undefined || ofAccount < UPLOADS_AT_ONCE.perAccount) &&
		ofAddress < UPLOADS_AT_ONCE.perAddress
	)
}

/** Drops slow bodies, the slowest first, if that makes enough room for an upload. */
function makeRoomFor(upload: Upload): void {
	const getRate = ({ reading }: Upload) => {
		const ms = reading ? performance.now() - reading.since : 0
		return reading && ms >= SLOW.afterMs ? (reading.total / ms) * 1_000 : Number.POSITIVE_INFINITY
	}
	const fastest = [...admitted].sort((a, b) => getRate(b) - getRate(a))
	const dropped: Upload[] = []
	while (!hasRoomFor(upload, fastest)) {
		const slowest = fastest.pop()
		if (!slowest || getRate(slowest) >= SLOW.bytesPerSecond) return
		dropped.push(slowest)
	}
	for (const { reading } of dropped) reading?.stop()
}

/**
 * Waits at most 30 seconds until the body of a form with files may be read. The parser keeps the complete body in
 * memory, so an admitted upload counts until {@link releaseUpload}.
 * @returns false when there was no room in time, or `signal` was aborted.
 */
export async function admitUpload(upload: Upload, signal: AbortSignal): Promise<boolean> {
	if (hasRoomFor(upload)) {
		admitted.add(upload)
		return true
	}
	return await new Promise(resolve => {
		const end = (isAdmitted: boolean) => {
			clearTimeout(timer)
			clearInterval(checking)
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
		const checking = setInterval(makeRoomFor, CHECK_EVERY_MS, upload)
		makeRoomFor(upload)
		waiting.add(waiter)
		signal.addEventListener('abort', () => end(false), { once: true })
		if (signal.aborted) end(false)
	})
}

/** Releases the room of an admitted upload; those that now fit are admitted. */
export function releaseUpload(upload: Upload): void {
	if (!admitted.delete(upload)) return
	for (const { upload: next, admit } of waiting) if (hasRoomFor(next)) admit()
}
