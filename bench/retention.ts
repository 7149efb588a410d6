/**
 * What the daily removal costs on full books: `tsx bench/retention.ts DIR`, after a build, with the DIR that
 * bench/pages.ts has filled. It adds 2,000 old checkouts of 100 cells, starts the server, and opens pages one after
 * another until the removal is over. The books are not full afterwards.
 */
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { startServer } from '../tests/support/server'
import { machine } from './machine'

const DAY_MS = 24 * 60 * 60 * 1000
const CHECKOUTS = 2_000
const PAGES = ['/', '/user/history', '/user/pixels/buy'] as const
const dataDir = process.argv[2] ?? ''
const file = path.join(dataDir, 'market.db')
const { cookies } = JSON.parse(await readFile(path.join(dataDir, 'books.json'), 'utf8')) as {
	cookies: { member: string }
}
const client = createClient({ url: `file:${file}` })

const rows = async (sql: string) => Number((await client.execute(sql)).rows[0]?.[0])
const megabytes = async () => Math.round((await stat(file)).size / 1024 / 1024)

async function addCheckouts(): Promise<void> {
	const account = (await client.execute('select id from accounts limit 1')).rows[0]?.[0] as string
	const createdAt = Date.now() - 31 * DAY_MS
	for (let count = 0; count < CHECKOUTS; count++) {
		const id = randomUUID()
		await client.batch(
			[
				{
					sql: `insert into orders (id, reference, account_id, status, subtotal_pence, total_pence, created_at) values (?, ?, ?, 'abandoned', 1, 1, ?)`,
					args: [id, id, account, createdAt],
				},
				{
					sql: `with recursive n (cell) as (select 112 union all select cell + 1 from n where cell < 211)
						insert into order_cells (order_id, cell, type, price_pence) select ?, cell, 'tiny', 1 from n`,
					args: [id],
				},
			],
			'write',
		)
	}
}

async function books(): Promise<string> {
	await client.execute('pragma wal_checkpoint(truncate)')
	const full = await rows(`select count(*) from outbox where text <> ''`)
	const cells = await rows('select count(*) from order_cells')
	return `${await megabytes()} MB, ${full} emails with text, ${cells} cells of orders`
}

console.log(machine())
await addCheckouts()
await client.execute(`delete from leases where name = 'retention'`)
console.log('before:', await books())
const server = await startServer({ dataDir })
const beginning = performance.now()
const waits: number[] = []
const DONE = 'what has served was removed'
while (!server.output().includes(DONE)) {
	const page = PAGES[waits.length % PAGES.length] ?? '/'
	const asked = performance.now()
	await (await fetch(server.url + page, { headers: { cookie: cookies.member } })).text()
	waits.push(performance.now() - asked)
}
const seconds = ((performance.now() - beginning) / 1000).toFixed(0)
const line = server
	.output()
	.split('\n')
	.find(one => one.includes(DONE))
await server.stop()
console.log('after: ', await books())
waits.sort((a, b) => a - b)
const at = (share: number) => Math.round(waits[Math.floor(share * (waits.length - 1))] ?? 0)
console.log(
	`${seconds} s; ${waits.length} pages meanwhile: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, longest ${at(1)} ms`,
)
console.log(line)
client.close()
