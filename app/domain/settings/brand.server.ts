import { setBrand } from '~/domain/brand'
import { log } from '~/server/ops/log.server'
import { readSettings } from './queries.server'

/* Another process may have changed the brand. */
const CHECK_MS = 5_000

/**
 * Loads the stored brand, and checks every few seconds whether another process has changed it.
 * @returns a function that stops the checks.
 */
export async function startBrand(): Promise<() => void> {
	let current = 0
	const refresh = async () => {
		const { values, version } = await readSettings(['brand'])
		if (version !== current) setBrand(values.brand)
		current = version
	}
	await refresh()
	const timer = setInterval(() => {
		refresh().catch(error => log.error({ err: error }, 'the brand cannot be read'))
	}, CHECK_MS).unref()
	return () => clearInterval(timer)
}
