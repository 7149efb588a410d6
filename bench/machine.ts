import { cpus, loadavg, totalmem } from 'node:os'

/** Describes the machine and its load in one line. */
export function machine(): string {
	const [cpu] = cpus()
	const memory = Math.round(totalmem() / 2 ** 30)
	const load = loadavg()[0]?.toFixed(1)
	return `${cpus().length} x ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}, load ${load}`
}

/** The environment for a script that fills the demonstration in `dataDir`. */
export function demoEnv(dataDir: string): NodeJS.ProcessEnv {
	const { PATH } = process.env
	return { PATH, NODE_ENV: 'production', DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
}
