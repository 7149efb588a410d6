import { setBrand } from '~/domain/brand'
import { log } from '~/server/ops/log.server'
import { readSettings } from './queries.server'

/* Another process may have changed the brand. */
const LOOK_MS = 5_000

/**
 * Loads the stored brand, and looks every few seconds whether another process has changed it.
 * @returns what to call when the process is to end.
 */
export async function startBrand(): Promise<() => void> {
	let worn = 0
	const look = async () => {
		const { values, version } = await readSettings(['brand'])
		if (version !== worn) setBrand(values.brand)
		worn = version
	}
	await look()
	const looking = setInterval(() => {
		look().catch(error => log.error({ err: error }, 'the brand cannot be read'))
	}, LOOK_MS).unref()
	return () => clearInterval(looking)
}
