import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { freePort } from './server'

/* OpenStack Swift from Debian with its S3 interface: a real store on one disk of this machine. */

export const SWIFT_KEYS = { S3_ACCESS_KEY_ID: 'market:files', S3_SECRET_ACCESS_KEY: 'secret-of-the-files' }
const REGION = 'us-east-1'
const BUCKET = 'market'
const PATIENCE_MS = 60_000
const PARTS = ['account', 'container', 'object'] as const

/** Starts it with an empty bucket. @returns STORAGE_URL, and a function that stops it and removes its data. */
export async function startSwift(): Promise<{ storageUrl: string; stop: () => void }> {
	const directory = mkdtempSync(path.join(tmpdir(), 'market-swift-'))
	const at = (name: string) => path.join(directory, name)
	const [proxy, memcached] = [await freePort(), await freePort()]
	const children: ChildProcess[] = []
	const start = (program: string, ...args: string[]) =>
		children.push(spawn(program, args, { stdio: 'ignore', cwd: directory }))
	const stop = () => {
		for (const child of children) child.kill('SIGKILL')
		rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
	}

	try {
		mkdirSync(at('disks/one'), { recursive: true })
		start('memcached', '-l', '127.0.0.1', '-p', String(memcached), '-u', userInfo().username)
		for (const part of PARTS) {
			const port = await freePort()
			const ring = (...args: string[]) => execFileSync('swift-ring-builder', [at(`${part}.builder`), ...args])
			ring('create', '4', '1', '1')
			ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
			ring('rebalance')
			const own = `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`
			writeFileSync(at(`${part}.conf`), defaults(directory, port) + own)
			start(`swift-${part}-server`, at(`${part}.conf`))
		}
		writeFileSync(at('proxy.conf'), defaults(directory, proxy) + proxyParts(memcached))
		start('swift-proxy-server', at('proxy.conf'))
		const endpoint = `http://127.0.0.1:${proxy}`
		await makeBucket(`${endpoint}/${BUCKET}`)
		return { storageUrl: `s3://${BUCKET}?endpoint=${endpoint}&region=${REGION}`, stop }
	} catch (error) {
		stop()
		throw error
	}
}

function defaults(directory: string, port: number): string {
	return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${directory}/disks
mount_check = false
log_address = /dev/null
`
}

function proxyParts(memcached: number): string {
	const user = SWIFT_KEYS.S3_ACCESS_KEY_ID.replace(':', '_')
	return `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${user} = ${SWIFT_KEYS.S3_SECRET_ACCESS_KEY} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`
}

/* All four must be running for that. */
async function makeBucket(url: string): Promise<void> {
	const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = SWIFT_KEYS
	const client = new AwsClient({ accessKeyId, secretAccessKey, region: REGION, service: 's3', retries: 0 })
	const deadline = Date.now() + PATIENCE_MS
	for (;;) {
		const status = await client.fetch(url, { method: 'PUT' }).then(
			response => response.status,
			error => String(error.cause),
		)
		if (status === 200) return
		if (Date.now() > deadline) throw new Error(`Swift did not make a bucket: ${status}`)
		await pause(100)
	}
}
