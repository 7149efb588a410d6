import { cpus, loadavg, totalmem } from 'node:os'

/** One line about what the figures were measured on, and how busy it was. */
export function machine(): string {
	const [cpu] = cpus()
	const memory = Math.round(totalmem() / 2 ** 30)
	const load = loadavg()[0]?.toFixed(1)
	return `${cpus().length} x ${cpu?.model.trim()}, ${memory} GB, Node ${process.version}, load ${load}`
}

/** The environment in which a script fills the demonstration in `dataDir`. */
export function demoEnv(dataDir: string): NodeJS.ProcessEnv {
	const { PATH } = process.env
	return { PATH, NODE_ENV: 'production', DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
}
