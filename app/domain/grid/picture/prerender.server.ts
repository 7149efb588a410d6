import { log } from '~/server/ops/log.server'
import { readGrid } from '../queries.server'
import { pruneComposites, readComposite } from './composite.server'

const EVERY_MS = 1_000
/** The files that most browsers request. */
const AHEAD = ['960.avif', '1440.avif', 'crop.avif']

/**
 * Checks the grid every second, so that its composite image is rendered after a change before anybody requests it.
 * Costs one query of one row while nothing changes.
 * @returns a function that stops it and resolves when a running check is over.
 */
export function startPrerender(everyMs = EVERY_MS): () => Promise<void> {
	let checking: Promise<void> | undefined
	let isAway = false
	let rendered: string | null | undefined
	/** The images of the grid, once the files of earlier grids have been deleted. */
	let shown: ReadonlySet<string> | undefined
	let isClosed = false

	const check = async () => {
		let images: ReadonlySet<string>
		try {
			const { compositeHash, blocks } = await readGrid(Date.now())
			isAway = false
			if (compositeHash === rendered) return
			rendered = compositeHash
			images = new Set(blocks.map(block => block.imageKey))
		} catch (error) {
			if (!isAway) log.warn({ err: error }, 'the grid could not be read ahead')
			isAway = true
			return
		}
		await prerender(rendered).catch(error => log.error({ err: error }, 'prerendering failed'))
		// Removals while this process was not running were not seen.
		const hasRemoved = !shown || [...shown].some(key => !images.has(key))
		shown = undefined
		await pruneComposites(rendered, { now: Date.now(), hasRemoved }).then(
			() => {
				shown = images
			},
			error => log.error({ err: error }, 'outdated composite images could not be removed'),
		)
	}
	const prerender = async (hash: string | null) => {
		for (const file of AHEAD) {
			// A grid that has changed meanwhile is not worth rendering; the next check sees the new one.
			const { compositeHash } = await readGrid(Date.now())
			if (hash === null || compositeHash !== hash || isClosed) break
			await readComposite(hash, file, Date.now())
		}
	}
	const timer = setInterval(() => {
		checking ??= check().finally(() => {
			checking = undefined
		})
	}, everyMs)
	timer.unref()
	return async () => {
		isClosed = true
		clearInterval(timer)
		await checking
	}
}
