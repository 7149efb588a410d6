/* Runs work in one process at a time per checkout. Plain Node, no packages. */
import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './built.mjs'

const PAUSE_MS = 200

/**
 * Runs `work` while no other process holds the lock of this checkout. The lock of a process that has ended counts for
 * nothing. `onWait` is called once if it has to be waited for.
 * @param {() => void | Promise<void>} work
 * @param {() => void} onWait
 */
export async function whileLocked(work, onWait) {
	const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
	const lock = path.join(tmpdir(), `market-${name}.lock`)
	const own = `${lock}.${process.pid}`
	writeFileSync(own, String(process.pid))
	const remove = () => {
		for (const file of readHolder(lock) === process.pid ? [own, lock] : [own]) rmSync(file, { force: true })
	}
	process.once('exit', remove)
	try {
		for (let isSaid = false; !take(own, lock); isSaid = true) {
			if (!isSaid) onWait()
			await pause(PAUSE_MS)
		}
		await work()
	} finally {
		remove()
		process.off('exit', remove)
	}
}

/** @param {string} own @param {string} lock */
function take(own, lock) {
	try {
		linkSync(own, lock)
		return true
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
	}
	const holder = readHolder(lock)
	if (holder !== undefined && !isAlive(holder)) rmSync(lock, { force: true })
	return false
}

/** @param {string} lock */
function readHolder(lock) {
	try {
		return Number(readFileSync(lock, 'utf8'))
	} catch {
		return undefined
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
	}
}
