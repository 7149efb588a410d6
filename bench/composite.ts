/**
 * What it takes to make the composite image of a grid with many creatives: `tsx bench/composite.ts [BLOCKS]`. "Cold" is
 * a process that has just started, "changed" the same process after one creative was replaced; milliseconds of the
 * clock and of the processors, the image processes' included.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { machine, runScript } from './machine'

const FILES = ['960.avif', '480.avif', '1600.avif', '960.webp', '480.webp', '1600.webp']

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-bench-'))
Object.assign(process.env, { NODE_ENV: 'production', DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
try {
	console.log(machine())
	await runScript('seed.ts', [process.argv[2] ?? '300', '0'], dataDir)
	const { readGrid } = await import('~/domain/grid/queries.server')
	const { readComposite } = await import('~/domain/grid/composite.server')
	const { closeDatabase, write } = await import('~/server/db.server')
	const { creatives } = await import('~/server/schema.server')
	const { eq } = await import('drizzle-orm')

	const measure = async () => {
		const { compositeHash, blocks } = await readGrid(Date.now())
		const rows = []
		for (const file of FILES) {
			const [from, used] = [performance.now(), processorMs()]
			const image = await readComposite(compositeHash ?? '', file, Date.now())
			const ms = Math.round(performance.now() - from)
			rows.push({
				file,
				ms,
				cpuMs: processorMs() - used,
				bytes: image && 'bytes' in image ? image.bytes.length : 0,
			})
		}
		return { blocks, rows }
	}
	const cold = await measure()
	console.log('\nCold')
	console.table(cold.rows)
	const [first, second] = cold.blocks
	await write(tx =>
		tx
			.update(creatives)
			.set({ imageKey: second?.imageKey ?? null })
			.where(eq(creatives.id, first?.creativeId ?? '')),
	)
	console.log('\nChanged')
	console.table((await measure()).rows)
	console.log(`Peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
	await closeDatabase()
} finally {
	rmSync(dataDir, { recursive: true, force: true })
}

/**
 * What this process and those it has waited for have used of the processors (proc(5): utime, stime, cutime, cstime, in
 * 10 ms).
 */
function processorMs(): number {
	const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
	return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}
