/* Checks if the build and the installed packages are up to date. Plain Node, no packages. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const SOURCES = [
	'app',
	'public',
	'package-lock.json',
	'react-router.config.ts',
	'scripts/third-party-notices.mjs',
	'tsconfig.json',
	'vite.config.ts',
]

/**
 * The time of the newest file at or below `place`, in milliseconds; 0 if there is none.
 * @param {string} place
 * @returns {number}
 */
function newest(place) {
	const stats = statSync(place, { throwIfNoEntry: false })
	if (!stats) return 0
	if (!stats.isDirectory()) return stats.mtimeMs
	return Math.max(0, ...readdirSync(place).map(name => newest(path.join(place, name))))
}

/** @param {string} name */
const getTime = name => statSync(path.join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Checks that node_modules exists and is not older than the lock file. Ignores linked packages. */
export function packagesAreFresh() {
	const stats = lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })
	if (stats?.isSymbolicLink()) return true
	const marker = getTime('node_modules/.package-lock.json')
	return (
		marker > 0 && marker >= getTime('package-lock.json') && existsSync(path.join(root, 'node_modules/vite'))
	)
}

/** Checks that the production build exists and is not older than its sources. */
export function buildIsFresh() {
	const built = getTime('build/server/index.js')
	return built > 0 && SOURCES.every(source => newest(path.join(root, source)) <= built)
}
