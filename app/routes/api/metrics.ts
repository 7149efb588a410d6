import { freeDisk, lastBackupAt } from '~/domain/monitoring/machine.server'
import { readFigures } from '~/domain/monitoring/queries.server'
import { roomForFiles } from '~/domain/monitoring/readiness.server'
import { buildReadings } from '~/domain/monitoring/readings'
import { log } from '~/server/ops/log.server'
import { canReadMetrics, renderMetrics } from '~/server/ops/metrics.server'
import { withTimeout } from '~/server/ops/timeout.server'
import type { Route } from './+types/metrics'

/* Prometheus gives up after ten seconds, and would get no metrics of a process whose database is unavailable. */
const ANSWER_MS = 5_000

/** Metrics for Prometheus. 404 without METRICS_TOKEN. */
export async function loader({ request }: Route.LoaderArgs) {
	if (!canReadMetrics(request)) return new Response(null, { status: 404, statusText: 'Not Found' })
	const now = Date.now()
	const [figures, room, disk, backupAt] = await Promise.all([
		withTimeout(ANSWER_MS, readFigures(now)).catch((error: unknown) => {
			log.warn({ err: error }, 'the figures could not be read')
			return undefined
		}),
		roomForFiles(),
		freeDisk().catch(() => null),
		lastBackupAt(),
	])
	return await renderMetrics(buildReadings(figures, { room, disk, backupAt }, now))
}
