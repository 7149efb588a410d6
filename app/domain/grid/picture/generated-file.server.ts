import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { storage } from '~/server/files/storage.server'
import { log } from '~/server/ops/log.server'

/* Pictures of the grid that are rendered on request and stored as files. */

/** `isComplete`: no image was omitted because it is damaged, so the file never changes. */
export type GeneratedFile = { bytes: Uint8Array<ArrayBuffer>; isComplete: boolean }

/** How long a picture with missing images is cached, in ms: then damaged images are read again. */
export const INCOMPLETE_MS = 60_000

/* One at a time: several would make everyone wait longer, and let uploads through less often. */
const making = new PQueue({ concurrency: 1 })
const underWay = new Map<string, Promise<GeneratedFile>>()
const incomplete = new LRUCache<string, { file: GeneratedFile; until: number }>({ max: 12 })

/**
 * Finds a file that was rendered before.
 * @param now UTC ms
 */
export async function findGeneratedFile(key: string, now: number): Promise<GeneratedFile | undefined> {
	const stored = await storage.get(key)
	if (stored) return { bytes: stored, isComplete: true }
	const kept = incomplete.get(key)
	return kept && now < kept.until ? kept.file : undefined
}

type Draw = () => Promise<{ bytes: Uint8Array; missing: number }>

/**
 * Renders a file and stores it, once for all concurrent requests. `draw` returns how many images are missing in it.
 * `priority`: higher goes first.
 */
export async function generateOnce(
	key: string,
	now: number,
	draw: Draw,
	priority = 1,
): Promise<GeneratedFile> {
	const job = underWay.get(key) ?? making.add(() => make(key, now, draw), { throwOnTimeout: true, priority })
	underWay.set(key, job)
	return await job.finally(() => underWay.delete(key))
}

/** Counts the files that wait to be rendered. */
export function countWaiting(): number {
	return making.size
}

async function make(key: string, now: number, draw: Draw): Promise<GeneratedFile> {
	const { bytes, missing } = await draw()
	const file = { bytes: new Uint8Array(bytes), isComplete: missing === 0 }
	if (missing > 0) {
		incomplete.set(key, { file, until: now + INCOMPLETE_MS })
		return file
	}
	incomplete.delete(key)
	await storage
		.put(key, bytes)
		.catch(error => log.error({ err: error, key }, 'a composite image could not be stored'))
	return file
}
