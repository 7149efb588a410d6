import { setTimeout as pause } from 'node:timers/promises'
import { CELLS } from '~/domain/grid/layout'
import { MAX_PENDING } from '~/domain/orders/rules'
import { UnknownOutcome } from '~/server/db/busy.server'
import { makeUser, sessionCookie, type TestAccount } from './factories'
import { SMALL_PDF } from './images'

/** A reproducible sequence of numbers from 0 to 1. */
export function makeRandom(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}

/** A purchase confirmed to its buyer. */
export type Bought = { orderId: string; accountId: string; cells: number[] }

type Shop = {
	url: string
	count: number
	chance: () => number
	/** Called after each response. */
	onResponse?: () => void
	/** Statuses after which a request is repeated; by default those of a proxy without a server. */
	unavailableStatuses?: readonly number[]
	/** Called for a request without a response. */
	onSilence?: (what: string) => void
	onBought?: (order: Bought) => void
}

/* Statuses of a proxy for an ended server; the shipped nginx.conf returns 503 for the others. */
const PROXYS_OWN = [502, 503, 504]

/** A browser without scripts that repeats a request without a response. */
class Visitor {
	readonly #shop: Shop
	readonly #cookie: string
	constructor(shop: Shop, cookie: string) {
		this.#shop = shop
		this.#cookie = cookie
	}

	/** Returns the status and the path of a redirect. */
	async post(path: string, body: URLSearchParams | FormData): Promise<{ status: number; to: string }> {
		const deadline = Date.now() + 600_000
		for (;;) {
			const { url, onResponse, onSilence, unavailableStatuses = PROXYS_OWN } = this.#shop
			try {
				const response = await fetch(url + path, {
					method: 'POST',
					redirect: 'manual',
					headers: { cookie: this.#cookie, origin: url },
					body,
				})
				await response.arrayBuffer()
				if (unavailableStatuses.includes(response.status)) throw new Error(`${response.status}`)
				onResponse?.()
				return { status: response.status, to: response.headers.get('location') ?? '' }
			} catch (error) {
				onSilence?.(`POST ${path}: ${error}`)
				if (Date.now() > deadline) throw error
				// Ten clients that retry without a pause would take the CPU that the start needs.
				await pause(100)
			}
		}
	}
}

/**
 * Makes `count` purchases of one or two tiny cells in rows 8 to 12, one after another through the pages; a new buyer is
 * created when one has reached the limit of pending orders. Skips unavailable cells.
 */
export async function shop(options: Shop): Promise<Bought[]> {
	let { account, visitor } = await arrive(options)
	const bought: Bought[] = []
	for (let tries = 0; bought.length < options.count; tries++) {
		if (tries > options.count * 20) throw new Error('Too few cells for so many purchases')
		const isFull = bought.filter(order => order.accountId === account.id).length === MAX_PENDING
		if (isFull) ({ account, visitor } = await arrive(options))
		const cells = somewhere(options.chance)
		const fields = cells.map(cell => ['cell', String(cell)])
		const opened = await visitor.post('/user/pixels/buy', new URLSearchParams([...fields, ['intent', 'buy']]))
		if (opened.status === 422) continue
		const orderId = /^\/user\/checkout\/([\w-]+)$/.exec(opened.to)?.[1]
		if (!orderId) throw new Error(`Opening the checkout answered ${opened.status} ${opened.to}`)
		const held = await visitor.post(`/user/checkout/${orderId}`, new URLSearchParams({ intent: 'next' }))
		if (held.status === 422) continue
		if (!/\/(payment|done)$/.test(held.to)) throw new Error(`Holding answered ${held.status} ${held.to}`)
		const done = await visitor.post(`/user/checkout/${orderId}/confirm`, paymentForm(account.email))
		if (!done.to.endsWith(`/${orderId}/done`)) throw new Error(`Paying answered ${done.status} ${done.to}`)
		const order = { orderId, accountId: account.id, cells }
		bought.push(order)
		options.onBought?.(order)
	}
	return bought
}

/* When the database is killed it is unknown if the account was created, so another one is. */
async function arrive(options: Shop): Promise<{ account: TestAccount; visitor: Visitor }> {
	try {
		const account = await makeUser()
		const { name, value } = await sessionCookie(account.id)
		return { account, visitor: new Visitor(options, `${name}=${value}`) }
	} catch (error) {
		if (error instanceof UnknownOutcome) return await arrive(options)
		throw error
	}
}

function somewhere(chance: () => number): number[] {
	const row = 8 + Math.floor(chance() * 5)
	const col = 1 + Math.floor(chance() * 40)
	const cols = chance() < 0.3 && col < 40 ? [col, col + 1] : [col]
	return CELLS.filter(cell => cell.row === row && cols.includes(cell.col)).map(cell => cell.id)
}

/** The completed form of step 3, with a receipt. */
export function paymentForm(email: string): FormData {
	const form = new FormData()
	const fields = {
		name: 'Example Buyer Ltd',
		email,
		country: 'UK',
		contact_no: '2079460000',
		bank_name: 'Example Bank',
		bank_account_no: 'GB00EXMP00000000',
		payment_id: `TX-${Math.random()}`,
		details_confirmed: 'on',
		terms: 'on',
	}
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	form.set(
		'payment_receipt',
		new File([new Uint8Array(SMALL_PDF)], 'receipt.pdf', { type: 'application/pdf' }),
	)
	return form
}

type Crowd = Omit<Shop, 'url' | 'count' | 'onResponse'> & {
	/** The URL for each of the ten shoppers. */
	getUrl: (place: number) => string
	/** Purchases per shopper; ten by default. */
	each?: number
	/** Kills something, and restarts it. */
	kill: () => Promise<unknown>
}

/**
 * Ten shoppers buy `each` times, while something is killed about every 12 responses.
 * @returns their purchases, the number of responses, and the number of kills.
 */
export async function shopDuringKills({ getUrl, each = 10, kill, ...options }: Crowd) {
	const { chance } = options
	let responses = 0
	let kills = 0
	let isOpen = true
	const killing = (async () => {
		while (isOpen) {
			const target = responses + 6 + Math.floor(chance() * 8)
			while (isOpen && responses < target) await pause(2)
			await pause(chance() * 40)
			if (!isOpen) return
			await kill()
			kills++
		}
	})()
	const onResponse = () => responses++
	const shoppers = Array.from({ length: 10 }, (_, place) =>
		shop({ ...options, url: getUrl(place), count: each, onResponse }),
	)
	const bought = (await Promise.all(shoppers).finally(() => (isOpen = false))).flat()
	await killing
	return { bought, responses, kills }
}
