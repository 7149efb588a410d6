/**
 * What every page of the back-office costs with 50,000 users, 100,000 orders and 1,000,000 entries of the audit beside
 * what it costs with ten of each (and as many entries as fill a page): `tsx bench/back-office.ts [DIR] [PATH]`, after a
 * build. DIR keeps the large books for another run, PATH picks the pages whose addresses begin with it. The aim: at
 * most 1.5 times.
 */
import { compare, nameOf, openHouse, type PageOf } from './houses'
import { machine } from './machine'

const AIM_TIMES = 1.5
const FEW = { orders: 10, mails: 20, buyers: 10, audit: 40 }
const MANY = { orders: 100_000, mails: 20_000, buyers: 50_000, audit: 1_000_000 }
const [keptDir, begins = ''] = process.argv.slice(2)

const admin = (path: PageOf[1]): PageOf => ['admin', path]
const plain = (...paths: string[]) => paths.map(path => admin(() => path))
const today = new Date().toISOString().slice(0, 10)

/** Every page. A list: its first page, one deep in it, the last one, what people ask it for. */
const PAGES: readonly PageOf[] = [
	...plain('/admin/dashboard', '/admin/profile', '/admin/profile?q=buyer7'),
	...plain('/admin/userManagement', '/admin/userManagement?page=2500', '/admin/userManagement?page=1000000'),
	...plain('/admin/userManagement?q=zoe+hopper', '/admin/userManagement?q=buyer7@example.com'),
	...plain(
		'/admin/userManagement?q=nobody+at+all',
		'/admin/userManagement?q=xy',
		'/admin/userManagement/new',
	),
	admin(books => `/admin/userManagement/${books.memberId}`),
	admin(books => `/admin/userManagement/${books.memberId}/edit`),
	admin(books => `/admin/userManagement/${books.memberId}/delete`),
	admin(books => `/admin/userManagement/${books.memberId}/role`),
	...plain('/admin/transactions', '/admin/transactions?page=5000', '/admin/transactions?page=1000000'),
	...plain('/admin/transactions?status=pending', '/admin/transactions?status=rejected'),
	...plain('/admin/transactions?status=rejected&page=2500', '/admin/transactions?status=refunded'),
	...plain(`/admin/transactions?from=2020-01-01&to=${today}`, '/admin/transactions?q=buyer7@example.com'),
	admin(books => `/admin/transactions/${books.pendingId}`),
	admin(books => `/admin/transactions/${books.pendingId}/approve`),
	admin(books => `/admin/transactions/${books.pendingId}/reject`),
	...plain('/admin/statements', '/admin/statements?page=1000000'),
	admin(books => `/admin/statements/${books.statementId}`),
	admin(books => `/admin/statements/${books.statementId}/approve`),
	...plain('/admin/history', '/admin/history?page=5000', '/admin/history?page=1000000'),
	admin(books => `/admin/history/${books.pendingId}`),
	...plain('/admin/history/sold', '/admin/history/sold?page=500', '/admin/history/sold?page=1000000'),
	...plain('/admin/history/sold?q=zoe+hopper'),
	admin(books => `/admin/history/sold/${books.saleId}`),
	...plain('/admin/coupon', '/admin/coupon?q=spring', '/admin/coupon/new'),
	admin(books => `/admin/coupon/${books.couponId}`),
	admin(books => `/admin/coupon/${books.couponId}?page=50`),
	admin(books => `/admin/coupon/${books.couponId}/edit`),
	admin(books => `/admin/coupon/${books.couponId}/delete`),
	...plain('/admin/audit', '/admin/audit?page=250', '/admin/audit?page=1000000', '/admin/audit?kind=order'),
	...plain('/admin/audit?q=zoe+hopper', '/admin/audit?q=buyer7@example.com', '/admin/audit?q=192.0.2.1'),
	...plain('/admin/audit?q=xy', `/admin/audit?from=2020-01-01&to=${today}`),
	admin(books => `/admin/audit?q=${books.pendingId}`),
	...plain('/admin/outbox', '/admin/outbox?status=sent', '/admin/outbox?status=sent&page=500'),
	...plain('/admin/setting', '/admin/setting/prices', '/admin/setting/gateway', '/admin/setting/brand'),
	...plain('/admin/setting/sessions', '/admin/setting/second-factor'),
]

console.log(machine())
const few = await openHouse(FEW)
const many = await openHouse(MANY, keptDir)
try {
	console.log('Milliseconds: computed by the main thread, and the median answer.')
	console.log('| page | ten of each | many | times |\n|---|---|---|---|')
	for (const page of PAGES.filter(page => nameOf(page).startsWith(begins))) {
		const [low, high] = await compare(page, [few, many])
		if (!low || !high) continue
		const [small, large] = [low, high].map(one => `${one.computing.toFixed(1)}, ${one.median.toFixed(1)}`)
		const times = high.computing / low.computing
		console.log(
			`| ${nameOf(page)} | ${small} | ${large} | ${times.toFixed(2)}${times > AIM_TIMES ? ' !' : ''} |`,
		)
	}
} finally {
	await Promise.all([few.close(), many.close()])
}
