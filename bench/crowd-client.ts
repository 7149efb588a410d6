/** The crowd of bench/crowd.ts, which it is told on standard input; prints how it fared. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMALL_PDF } from '../tests/support/images'

type Crowd = {
	url: string
	seconds: number
	pause: number
	cookies: string[]
	tokens: string[]
	desk: string
	free: number[]
}

const crowd = (await json(process.stdin)) as Crowd
/* More would only queue in the kernel. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const end = Date.now() + crowd.seconds * 1000
const pages: number[] = []
const calls: number[] = []
const errors = new Map<string, number>()
let purchases = 0

const PAGES = [
	...['/user/dashboard', '/user/dashboard', '/user/pixels/buy', '/user/history', '/user/profile'],
	...['/user/invitations', '/user/setting', '/user/bell', '/', '/about'],
]

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

function ask(
	path: string,
	headers: Record<string, string>,
	body?: { bytes: Uint8Array; type: string },
): Promise<Answer> {
	const sent = body ? { 'content-type': body.type, 'content-length': String(body.bytes.length) } : {}
	return new Promise((resolve, reject) => {
		const asked = request(crowd.url + path, {
			method: body ? 'POST' : 'GET',
			agent,
			headers: { ...headers, ...sent },
			timeout: 60_000,
		})
		asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')))
		asked.on('error', reject)
		asked.on('response', response => {
			text(response).then(
				read => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
				reject,
			)
		})
		asked.end(body?.bytes)
	})
}

async function timed(
	times: number[],
	what: string,
	work: () => Promise<Answer>,
): Promise<Answer | undefined> {
	const from = performance.now()
	try {
		const answer = await work()
		times.push(performance.now() - from)
		if (answer.status === 200) return answer
		note(`${what}: ${answer.status} ${answer.body.startsWith('{') ? answer.body.slice(0, 120) : ''}`)
	} catch (error) {
		note(`${what}: ${error instanceof Error ? error.message : error}`)
	}
	return undefined
}

function note(error: string): void {
	errors.set(error, (errors.get(error) ?? 0) + 1)
}
const rest = () => wait(Math.min(end - Date.now(), crowd.pause * 1000 * (0.5 + Math.random())))
const pick = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)] as T

/* A browser keeps the cookie by which it is known. */
async function read(session: string): Promise<void> {
	let cookie = session
	await wait(Math.random() * crowd.pause * 1000)
	while (Date.now() < end) {
		const path = pick(PAGES)
		const headers = { cookie, 'accept-encoding': 'identity' }
		const answer = await timed(pages, path, () => ask(path, headers))
		const known = answer?.headers['set-cookie']?.find(set => set.startsWith('known-browser='))
		if (known) cookie = `${session}; ${known.split(';', 1)[0]}`
		await rest()
	}
}

const jsonBody = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)), type: 'application/json' })

async function formBody(fields: Record<string, string | File>) {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const response = new Response(form)
	const type = response.headers.get('content-type') ?? ''
	return { bytes: new Uint8Array(await response.arrayBuffer()), type }
}

/* Each buyer has cells of their own, and another one each time. */
async function buy(token: string, own: readonly number[], buyer: number): Promise<void> {
	await wait(Math.random() * crowd.pause * 1000)
	const headers = { authorization: `Bearer ${token}` }
	for (let round = 0; Date.now() < end; round++) {
		const selectBlocks = [{ id: own[round % own.length] }]
		const hold = jsonBody({ selectBlocks })
		const held = await timed(calls, 'hold', () => ask('/api/user/create-checkout-session', headers, hold))
		const details = await formBody({
			selectBlocks: JSON.stringify(selectBlocks),
			name: 'Example Holdings Ltd',
			email: `crowd${buyer}@example.test`,
			contact_no: '+44 7700 900123',
			country: 'UK',
			bank_name: 'Example Bank',
			bank_account_no: 'GB00EXMP00000000',
			payment_id: `TX-${buyer}-${round}`,
			payment_receipt: new File([new Uint8Array(SMALL_PDF)], 'receipt.pdf', { type: 'application/pdf' }),
		})
		if (held) {
			const bought = await timed(calls, 'buy', () => ask('/api/user/pixels/buy', headers, details))
			if (bought) {
				purchases++
				await reject(`TX-${buyer}-${round}`)
			}
		}
		await rest()
	}
}

async function reject(paymentId: string): Promise<void> {
	const headers = { authorization: `Bearer ${crowd.desk}` }
	const list = `/api/admin/submitedpayment?q=${paymentId}`
	const found = await timed(calls, 'find', () => ask(list, headers))
	const rows: { id: string; version: number; payment_id: string }[] = JSON.parse(
		found?.body ?? '{"data":[]}',
	).data
	const payment = rows.find(row => row.payment_id === paymentId)
	if (!payment) return note('a payment is not in the list')
	const { id, version } = payment
	const decision = { payment_id: id, status: 'rejected', version, reason: 'Only a rehearsal.' }
	await timed(calls, 'reject', () => ask('/api/admin/reject-payment', headers, jsonBody(decision)))
}

function percentiles(name: string, times: number[]): string {
	times.sort((one, other) => one - other)
	const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)
	return `${name}: ${times.length} answers, median ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)} ms`
}

const { free } = crowd
const share = Math.floor(free.length / Math.max(1, crowd.tokens.length))
await Promise.all([
	...crowd.cookies.map(read),
	...crowd.tokens.map((token, at) => buy(token, free.slice(at * share, (at + 1) * share), at)),
])
console.log(percentiles('Pages', pages))
console.log(percentiles('Calls', calls))
console.log(`${purchases} purchases, ${[...errors.values()].reduce((sum, count) => sum + count, 0)} errors`)
for (const [error, count] of errors) console.log(`  ${count} x ${error}`)
agent.destroy()
