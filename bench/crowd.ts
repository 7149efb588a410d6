/**
 * Many at once: `tsx bench/crowd.ts [READERS] [BUYERS] [SECONDS] [PAUSE]`, after a build. READERS members open pages,
 * BUYERS buy by the API and are rejected, so that their pixels are free again; all of them pause for PAUSE seconds on
 * average between one request and the next. Prints errors, percentiles of the answers in ms, and what memory the server
 * holds at the start, in the middle and at the end. The aims, with 1,000 and 50 for ten minutes: no error, 99 % within
 * a second, memory flat.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { openHouse } from './houses'
import { machine, printOf } from './machine'

const [readers = 1_000, buyers = 50, seconds = 600, pause = 15] = process.argv.slice(2).map(Number)

async function megabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8')
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

console.log(machine())
console.log(`${readers} readers and ${buyers} buyers for ${seconds} s, a pause of ${pause} s on average`)
const house = await openHouse({ orders: 1_000, mails: 2_000 })
try {
	const people = await printOf('crowd-people.ts', [String(readers), String(buyers)], house.dataDir)
	const client = spawn(process.execPath, ['--import', 'tsx', 'bench/crowd-client.ts'], {
		stdio: ['pipe', 'pipe', 'inherit'],
	})
	client.stdin.end(JSON.stringify({ url: house.url, seconds, pause, ...JSON.parse(people) }))
	const held: number[] = []
	const before = await house.computed()
	const watch = setInterval(() => void megabytes(house.pid).then(mb => held.push(mb)), 2_000)
	const [printed, [code]] = await Promise.all([text(client.stdout), once(client, 'exit')])
	clearInterval(watch)
	if (code !== 0) throw new Error(`bench/crowd-client.ts ended with ${code}`)
	console.log(printed)
	const { main } = await house.computed()
	const busy = (main - before.main) / seconds / 10
	console.log(`The server's main thread was busy for ${busy.toFixed(0)} % of the time`)
	const fifth = Math.ceil(held.length / 5)
	for (const [part, from] of [
		['first', 0],
		['middle', 2 * fifth],
		['last', Math.max(0, held.length - fifth)],
	] as const) {
		const some = held.slice(from, from + fifth).sort((one, other) => one - other)
		console.log(`Memory in the ${part} fifth: ${some[some.length >> 1]} MB, at most ${some.at(-1)} MB`)
	}
} finally {
	await house.close()
}
