/**
 * The home page as guests get it through deploy/nginx.conf, beside the product alone and a bare node:http server with
 * the same bytes, in one run: `npx tsx bench/proxy.ts`. Needs wrk and nginx; build first.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNginx } from '../tests/support/nginx'
import { freePort, startServer } from '../tests/support/server'
import { bareRequestsPerSecond, fetchRaw, machine, requestsPerSecond, runScript } from './machine'

const WARM_UP_SECONDS = 3
const SECONDS = 8

async function measure(blocks: number) {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'market-bench-'))
	await runScript('seed.ts', [String(blocks), '10'], dataDir)
	const [front, plain] = [await freePort(), await freePort()]
	const env = { APP_URL: `http://127.0.0.1:${front}`, TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
	const server = await startServer({ dataDir, env })
	const stopNginx = await startNginx({ target: server.port, tls: front, plain, isPlain: true })
	try {
		const page = `${env.APP_URL}/`
		requestsPerSecond(page, WARM_UP_SECONDS)
		const answer = await fetchRaw(page)
		const through = requestsPerSecond(page, SECONDS)
		const alone = requestsPerSecond(`${server.url}/`, SECONDS)
		const bare = await bareRequestsPerSecond(answer, SECONDS)
		return {
			blocks,
			gzipBytes: answer.body.length,
			throughProxy: through,
			alone,
			bare,
			shareOfBare: `${((100 * through) / bare).toFixed(0)} %`,
		}
	} finally {
		await stopNginx()
		await server.stop()
		await rm(dataDir, { recursive: true, force: true })
	}
}

console.log(machine())
console.table([await measure(0), await measure(300)])
