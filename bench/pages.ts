/**
 * What every page of members and administrators costs with a few orders and with many: `tsx bench/pages.ts [ORDERS]
 * [MAILS] [DIR]`, after a build. DIR keeps the large books for another run, since it takes minutes to write them.
 * Milliseconds a page: what the server's main thread computes (on Linux), which hardly depends on what else the machine
 * does, and the quickest answer. The aim: at most 60 ms with 100,000 orders and 200,000 mails, or 1.5 times what it is
 * with 10.
 */
import { compare, type Figures, nameOf, openHouse, type PageOf } from './houses'
import { machine } from './machine'

const orders = Number(process.argv[2] ?? 100_000)
const mails = Number(process.argv[3] ?? 2 * orders)
const keptDir = process.argv[4]
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10)
const AIM_MS = 60
const AIM_TIMES = 1.5

/** Every page behind a sign-in, and the lists with what people ask them for. */
const PAGES: readonly PageOf[] = [
	['member', () => '/user/dashboard'],
	['member', () => '/user/history'],
	['member', books => `/user/history/${books.pendingId}`],
	['member', () => '/user/history/sold'],
	['member', books => `/user/history/sold/${books.saleId}`],
	['member', books => `/user/invitations/${books.invitationId}`],
	['member', () => '/user/profile'],
	['member', books => `/user/profile?cell=${books.cell}`],
	['member', () => '/user/pixels/buy'],
	['member', () => '/user/pixels/preview?cell=112'],
	['member', books => `/user/checkout/${books.checkoutId}`],
	['member', books => `/user/checkout/${books.checkoutId}/payment`],
	['member', books => `/user/checkout/${books.checkoutId}/confirm`],
	['member', books => `/user/checkout/${books.pendingId}/done`],
	['admin', () => '/admin/dashboard'],
	['admin', () => '/admin/setting'],
	['admin', () => '/admin/transactions'],
	['admin', () => '/admin/transactions?page=1000000'],
	['admin', () => '/admin/transactions?status=pending'],
	['admin', () => '/admin/transactions?status=rejected'],
	['admin', () => '/admin/transactions?status=rejected&page=1000000'],
	['admin', () => '/admin/transactions?q=example'],
	['admin', () => '/admin/transactions?q=example&page=1000000'],
	['admin', () => '/admin/transactions?q=example&status=pending'],
	['admin', () => '/admin/transactions?q=zoe+hopper'],
	['admin', () => '/admin/transactions?q=buyer7@example.com'],
	['admin', () => '/admin/transactions?q=FT+1000+0009'],
	['admin', () => '/admin/transactions?q=nobody+at+all'],
	['admin', () => '/admin/transactions?q=%E4%BC%9F'],
	['admin', () => '/admin/transactions?q=xy'],
	['admin', () => `/admin/transactions?q=example&from=${daysAgo(300)}&to=${daysAgo(120)}`],
	['admin', books => `/admin/transactions/${books.pendingId}`],
	['admin', books => `/admin/transactions/${books.pendingId}/reject`],
	['admin', () => '/admin/outbox'],
	['admin', () => '/admin/outbox?status=failed'],
	['admin', () => '/admin/outbox?status=sent'],
	['admin', () => `/admin/outbox?status=sent&page=${Math.floor(mails / 20)}`],
]

const figures = ({ computing, quickest }: Figures) => `${computing.toFixed(1)}, ${quickest.toFixed(1)}`

console.log(machine())
const few = await openHouse({ orders: 10, mails: 20 })
const many = await openHouse({ orders, mails }, keptDir)
try {
	const label = orders.toLocaleString('en-GB')
	console.log(`| page | 10 orders: computing, quickest | ${label} orders | times |\n|---|---|---|---|`)
	for (const page of PAGES) {
		const [low, high] = await compare(page, [few, many])
		if (!low || !high) continue
		const times = high.computing / low.computing
		const verdict = high.computing > AIM_MS && times > AIM_TIMES ? ' !' : ''
		console.log(`| ${nameOf(page)} | ${figures(low)} | ${figures(high)} | ${times.toFixed(2)}${verdict} |`)
	}
} finally {
	await Promise.all([few.close(), many.close()])
}
