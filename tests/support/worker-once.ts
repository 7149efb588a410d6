import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { root } from '../../scripts/built.mjs'

/**
 * Bundles the worker of the races once before the tests: from one file a process is ready in a quarter of the time.
 * @returns what removes it.
 */
export default async function workerOnce(): Promise<() => void> {
	// Within the project, or its packages would not be found.
	const outDir = mkdtempSync(path.join(root, 'node_modules/.race-worker-'))
	await build({
		configFile: false,
		root,
		logLevel: 'error',
		resolve: { alias: { '~': path.join(root, 'app') } },
		build: { ssr: 'tests/support/race-worker.ts', outDir, target: 'esnext', copyPublicDir: false },
	})
	process.env['RACE_WORKER'] = path.join(outDir, 'race-worker.js')
	return () => rmSync(outDir, { recursive: true, force: true })
}
