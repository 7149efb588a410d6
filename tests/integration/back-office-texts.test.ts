import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { referenceFrom } from '~/domain/orders/reference'
import { db, write } from '~/server/db/db.server'
import { auditEntries, files } from '~/server/db/schema.server'
import { hiddenField, makeBrowser } from '../support/browser'
import {
	clearGrid,
	makeAdmin,
	makeCoupon,
	makeFailedMail,
	makeOrder,
	makeStatement,
	makeTransfer,
	makeUser,
	ownCells,
	reserveForHouse,
	storeReceipt,
} from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Labels of the figures below a grid. */
const BY_TYPE = ['Pixels', 'Large', 'Medium', 'Small', 'Tiny']

/* Tests the error catalogue of the back office on rendered pages: a step that fails shows its error and changes
   nothing, and shows its success when it is repeated. */

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const COUPON_ERROR = 'Server error occurred. Please try again later or contact support.'
const TOMORROW = new Date(Date.now() + 36 * 60 * 60_000).toISOString().slice(0, 10)
const [HOUSE, FREE, MEMBERS, INVITED] = [600, 601, 602, 603]

let server: TestServer
beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'silent' } })
})
afterAll(() => server.stop())
beforeEach(clearGrid)
afterEach(() => run('drop trigger if exists broken'))

const run = (statement: string) => write(tx => tx.run(sql.raw(statement)))
const breakTheRecord = () =>
	run("create trigger broken before insert on audit_entries begin select raise(fail, 'broken'); end")

type Step = {
	path: string
	fields: Record<string, string>
	failed: string[]
	done: string
	/** The audit entry of the successful step. */
	action: string
}

const person = { firstName: 'Ada', lastName: 'Late', email: 'late@example.test' }
const passwords = { password: 'correct horse battery', confirmPassword: 'correct horse battery' }
const coupon = {
	intent: 'save',
	code: 'LATE',
	coupon_code: 'LATE',
	type: 'percentage',
	discount_amount: '10',
	min_purchase_amount: '1',
	start_date: TOMORROW,
	end_date: TOMORROW,
	is_active: 'on',
}
const house = (step: string, cell: number, fields: Record<string, string> = {}) => ({
	path: `/admin/profile/${step}?cells=${cell}`,
	fields: { intent: 'confirm', ...fields },
})
const users = '/admin/userManagement'

async function ofSomebody(rest: string) {
	return `${users}/${(await makeUser()).id}${rest}`
}
async function ofCoupon(rest: string) {
	const id = randomUUID()
	await makeCoupon({ id })
	return `/admin/coupon/${id}${rest}`
}
async function ofInvitation(rest: string) {
	await reserveForHouse([INVITED])
	const { id } = await makeTransfer(null, [INVITED], { recipientEmail: 'asked@example.test' })
	return `/admin/profile/invitations/${id}${rest}`
}

async function ofStatement(fields: Record<string, string>) {
	const { id, entryIds } = await makeStatement((await makeAdmin()).id, [{ text: 'Hello', pence: 5 }])
	return { path: `/admin/statements/${id}`, fields: { entry: entryIds[0] ?? '', ...fields } }
}

const STEPS: [string, () => Promise<Step>][] = [
	[
		'Reserve',
		async () => ({
			...house('reserve', FREE),
			failed: ['Failed to reserve pixels'],
			done: 'Pixels reserved successfully',
			action: 'cell.reserve',
		}),
	],
	[
		'Restore',
		async () => {
			await reserveForHouse([HOUSE])
			return {
				...house('restore', HOUSE, { reason: 'For sale again.' }),
				failed: ['Failed to restore pixels'],
				done: 'Pixels Restored Successfully!',
				action: 'cell.restore',
			}
		},
	],
	[
		'Delete',
		async () => {
			await ownCells((await makeUser()).id, [MEMBERS])
			return {
				...house('delete', MEMBERS, { reason: 'Against the terms.' }),
				failed: ['Failed to delete pixels'],
				done: 'Pixels Deleted Successfully!',
				action: 'cell.delete',
			}
		},
	],
	[
		'Delete Pixel of a managed block',
		async () => {
			await reserveForHouse([HOUSE])
			const step = house('delete', HOUSE, { reason: 'Not shown any more.' })
			return {
				...step,
				path: `${step.path}&from=manage`,
				failed: ['Failed to delete pixel'],
				done: 'Pixel deleted successfully',
				action: 'cell.delete',
			}
		},
	],
	[
		'Sell',
		async () => {
			await reserveForHouse([HOUSE])
			return {
				...house('sell', HOUSE, { buyer_email: 'buyer@example.test' }),
				failed: ['Failed to list pixels for sale'],
				done: 'Invitation sent successfully',
				action: 'transfer.send',
			}
		},
	],
	[
		'Temporary sell',
		async () => {
			await reserveForHouse([HOUSE])
			return {
				...house('temporary-sell', HOUSE, { buyer_email: 'a@example.test', transfer_till: TOMORROW }),
				failed: ['Failed to temporarily sell pixels'],
				done: 'Invitation sent successfully',
				action: 'transfer.send',
			}
		},
	],
	[
		'Edit an invitation',
		async () => ({
			path: await ofInvitation('/edit'),
			fields: { intent: 'save', buyer_email: 'other@example.test' },
			failed: ['Failed to update invitation'],
			done: 'Invitation updated successfully',
			action: 'transfer.edit',
		}),
	],
	[
		'Delete an invitation',
		async () => ({
			path: await ofInvitation('/delete'),
			fields: { intent: 'delete' },
			failed: ['Failed to delete invitation'],
			done: 'Invitation deleted successfully',
			action: 'transfer.delete',
		}),
	],
	[
		'Add a user',
		async () => ({
			path: `${users}/new`,
			fields: { ...person, ...passwords, terms: 'on' },
			failed: ['Failed to add user', UNEXPECTED],
			done: 'User added successfully!',
			action: 'account.create',
		}),
	],
	[
		'Edit a user',
		async () => ({
			path: await ofSomebody('/edit'),
			fields: { name: 'Ada Renamed', email: 'renamed@example.test', password: '', confirmPassword: '' },
			failed: ['Failed to update user details', UNEXPECTED],
			done: 'User updated successfully',
			action: 'account.change',
		}),
	],
	[
		'Change a role',
		async () => ({
			path: await ofSomebody('/role'),
			fields: { intent: 'confirm', role: 'admin' },
			failed: ['Failed to update user details', UNEXPECTED],
			done: 'The user is now an administrator.',
			action: 'account.role',
		}),
	],
	[
		'Delete a user',
		async () => ({
			path: await ofSomebody('/delete'),
			fields: { intent: 'confirm' },
			failed: ['Failed to delete user', UNEXPECTED],
			done: 'User deleted successfully',
			action: 'account.delete',
		}),
	],
	[
		'Book a payment of a statement',
		async () => {
			const reference = referenceFrom([0, 1, 2, 3, 4, 5, 6])
			await makeOrder((await makeUser()).id, [FREE], { status: 'pending', reference })
			return {
				...(await ofStatement({ intent: 'book', left: '5', reference })),
				failed: [UNEXPECTED, `value="${reference}"`],
				done: 'The payment is booked.',
				action: 'order.payment-in',
			}
		},
	],
	[
		'Dismiss a payment of a statement',
		async () => ({
			...(await ofStatement({ intent: 'dismiss', reason: 'Typed reason' })),
			failed: [UNEXPECTED, 'value="Typed reason"'],
			done: 'The payment is dismissed.',
			action: 'statement.dismiss',
		}),
	],
	[
		'Book a payment by hand',
		async () => {
			const { id } = await makeOrder((await makeUser()).id, [FREE], { status: 'pending' })
			return {
				path: `/admin/transactions/${id}/payments/new`,
				fields: {
					intent: 'confirm',
					direction: 'in',
					booked_on: '2025-11-21',
					amount: '1,234',
					bank_reference: 'RF 77',
					note: '',
				},
				failed: [UNEXPECTED, 'RF 77'],
				done: 'The payment is booked.',
				action: 'order.payment-in',
			}
		},
	],
	[
		'Generate a coupon',
		async () => ({
			path: '/admin/coupon/new',
			fields: coupon,
			failed: ['Failed to generate/update coupon', COUPON_ERROR],
			done: 'Coupon created successfully',
			action: 'coupon.create',
		}),
	],
	[
		'Edit a coupon',
		async () => ({
			path: await ofCoupon('/edit'),
			fields: { ...coupon, coupon_code: 'EDITED' },
			failed: ['Failed to generate/update coupon', COUPON_ERROR],
			done: 'Coupon updated successfully',
			action: 'coupon.change',
		}),
	],
	[
		'Delete a coupon',
		async () => ({
			path: await ofCoupon('/delete'),
			fields: { intent: 'delete' },
			failed: ['Failed to delete coupon', COUPON_ERROR],
			done: 'Coupon deleted successfully',
			action: 'coupon.delete',
		}),
	],
	...Object.entries({
		'/admin/setting': {
			fields: {
				intent: 'bank',
				accountHolder: 'Typed Holder',
				bankName: 'Bank',
				branchAddress: '1 Street',
				accountNumber: '12345678',
				swiftCode: 'NWBKGB2L',
			},
			kept: 'Typed Holder',
			done: 'Bank details are saved. Buyers see them from now on.',
			action: 'setting.change',
		},
		'/admin/setting/brand': {
			fields: {
				name: 'MCXI',
				blurb: 'Typed sentence',
				founder: '',
				supportEmail: 'ask@example.test',
				phone: '+44 20 7946 0000',
				city1: 'London',
				address1: '1 Street',
			},
			kept: 'Typed sentence',
			done: 'The brand is saved. Every page shows it from now on.',
			action: 'setting.change',
		},
		'/admin/setting/gateway': {
			fields: {
				access_key: 'a long secret key',
				publish_key: 'a long public key',
				wise_api_key: '',
				wise_profile_id: 'P-77',
				wise_environment: 'live',
			},
			kept: 'P-77',
			done: 'The payment gateway settings are saved.',
			action: 'gateway.change',
		},
		'/admin/setting/prices': {
			fields: { intent: 'confirm', large: '12,345,678', medium: '1000000', small: '500000', tiny: '100000' },
			kept: '12,345,678',
			done: 'The prices are changed. Open checkouts keep theirs.',
			action: 'price.change',
		},
	}).map(([path, { kept, ...step }]): [string, () => Promise<Step>] => [
		path,
		async () => ({ path, ...step, failed: [UNEXPECTED, `value="${kept}"`] }),
	]),
]

test.each(STEPS)('%s has the fixed texts for failure and success', async (_, prepare) => {
	const { path, fields, failed, done, action } = await prepare()
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	const before = await recorded(action)
	const { html } = await browser.send(path)
	const hidden = ['version', 'seen'].flatMap(name => {
		const value = hiddenField(html, name)
		return value === undefined ? [] : [[name, value] as const]
	})
	const send = () => browser.send(path, [...hidden, ...Object.entries(fields)])

	await breakTheRecord()
	const refused = await send()
	expect(refused.status).toBe(500)
	for (const text of failed) expect(refused.html).toContain(text)
	expect(refused.html).not.toContain(passwords.password)
	await run('drop trigger broken')

	const { location } = await send()
	expect((await browser.send(location)).html).toContain(done)
	expect(await recorded(action)).toBe(before + 1)
})

test('confirming the exact payments of a statement', async () => {
	const reference = referenceFrom([6, 5, 4, 3, 2, 1, 0])
	const order = await makeOrder((await makeUser()).id, [FREE], { status: 'pending', reference })
	const admin = await makeAdmin()
	const { id } = await makeStatement(admin.id, [{ text: reference, pence: 100_000_00 }])
	const path = `/admin/statements/${id}`
	const browser = makeBrowser(server.url)
	await browser.logIn(admin)
	const names = 'A bank line of £100,000 names this order: book it first.'
	expect((await browser.send(`/admin/transactions/${order.id}`)).html).toContain(names)
	const payable = hiddenField((await browser.send(`${path}/approve`)).html, 'payable') ?? ''
	const confirm = async () => {
		await browser.send(`${path}/approve`, Object.entries({ intent: 'confirm', payable }))
		return (await browser.send(path)).html
	}
	await breakTheRecord()
	expect(await confirm()).toContain(`0 payments booked. 1 failed: ${UNEXPECTED}`)
	await run('drop trigger broken')
	expect(await confirm()).toContain('1 payment booked.')
	expect((await browser.send(`/admin/transactions/${order.id}`)).html).not.toContain(names)
})

/* The columns of every table in order, and other texts of its page. */
const plain = (html: string) =>
	html
		.replace(/<(script|style)[\s\S]*?<\/\1>|<span class="sr-only">.*?<\/span>|<[^>]+>/g, ' ')
		.replaceAll('&#x27;', "'")
		.replaceAll('&amp;', '&')
		.replace(/\s+/g, ' ')
const findColumns = (html: string) =>
	[...html.matchAll(/<th[^>]*scope="col"[^>]*>(.*?)<\/th>/g)].map(([, title = '']) =>
		title.replace(/<span aria-hidden="true">.*?<\/span>|<[^>]+>/g, ''),
	)

const SCREENS: [string, string[], string[]][] = [
	[
		'/admin/profile',
		[...BY_TYPE, 'Recipient', 'Email', 'Total Pixels', 'Pixel Types', 'Date', 'Action'],
		[
			'Owned Pixels',
			...['Available', 'User Reserved', 'Invited'],
			...['Manage Pixels', 'Sell Pixels', 'Temporary Sell Pixels', 'Reserve Pixels', 'Restore Pixels'],
			...['Price Per Pixel', 'Available Pixels', 'Reserved Pixels', 'Pixels owned by others'],
			...['Pixels listed for sale', 'asked@example.test', 'Edit', 'Delete', 'Changes in the audit'],
		],
	],
	[
		users,
		['S.no', 'Name', 'Email', 'Total Pixels', 'Total Price', 'Actions'],
		['Add User', 'View', 'Edit', 'Delete', '£0.1 M', 'Showing 1 to', 'Page 1 of'],
	],
	[`${users}?q=nobody+at+all`, [], ['No users found']],
	[
		'/admin/outbox?status=failed&q=lost',
		['Subject', 'To', 'Failed', 'Attempts', 'Reason', 'Action'],
		['lost@example.test', 'Showing 1 to 1 of 1 results', 'Show all'],
	],
	['/admin/outbox?status=failed&q=nobody+at+all', [], ['No emails found']],
	['/admin/outbox', [], ['No email is waiting']],
	[
		'/admin/transactions',
		[
			...['Approve', 'Transaction ID', 'Order', 'Name', 'Amount', 'Received', 'Money', 'Status', 'Date'],
			'Action',
		],
		['View', 'Showing 1 to', 'results', 'Page 1 of'],
	],
	['/admin/transactions?q=nobody+at+all', [], ['No transactions found']],
	[
		'/admin/history',
		['Order ID', 'User', 'No. of pixels', 'Date and time', 'Price (£)', 'Status', 'View more'],
		['Order History', 'Purchased', 'Sold'],
	],
	['/admin/history?q=nobody+at+all', [], ['No purchased history found']],
	[
		'/admin/history/sold',
		['Order ID', 'User', 'No. of pixels', 'Date and time', 'List price (£)', 'Status', 'View more'],
		['Purchased', 'Sold'],
	],
	['/admin/history/sold?q=nobody+at+all', [], ['No sold history found']],
	[
		'/admin/coupon',
		['Coupon Name', 'Date', 'Discount', 'Min. Purchase Amount', 'Uses', 'Status', 'Actions'],
		['Add New Coupon', 'View', 'Edit', 'Delete', 'Active'],
	],
	['/admin/coupon/new', [], ['Coupon Generate']],
	[
		'/admin/setting',
		[],
		[
			...['Dashboard', 'Pixel Management', 'User Management', 'Transactions', 'Order History'],
			...['Coupons', 'Settings', 'Logout', 'Home', 'Profile'],
			...['Edit Profile Image', 'Name', 'Password', 'Email', 'Phone', 'Pixel prices', 'Payment gateway'],
			'Turn maintenance on',
		],
	],
]

test('every page has its columns in order, its buttons and its empty text', async () => {
	const buyer = await makeUser()
	await ownCells(buyer.id, [MEMBERS])
	await makeTransfer(buyer.id, [MEMBERS], { recipientEmail: 'heir@example.test', status: 'accepted' })
	await makeCoupon()
	await makeFailedMail('lost@example.test')
	await ofInvitation('')
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	await expect.poll(async () => (await browser.send('/admin/outbox')).html).toContain('No email is waiting')
	for (const [path, columns, texts] of SCREENS) {
		const { html } = await browser.send(path)
		expect(findColumns(html), path).toEqual(columns)
		for (const text of texts) expect(plain(html), path).toContain(text)
	}
})

test('the top bar has the search of a list, and elsewhere the search for an order', async () => {
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	const list = (await browser.send('/admin/outbox?status=failed&q=lost')).html
	const [field = ''] = /<input [^>]*form="filter"[^>]*>/.exec(list) ?? []
	for (const part of ['type="search"', 'name="q"', 'value="lost"']) expect(field).toContain(part)
	expect(list).toContain('aria-label="Recipient or subject"')
	const { html } = await browser.send('/admin/dashboard')
	expect(html).toMatch(/<form [^>]*action="\/admin\/transactions"[^>]*>.*aria-label="Go to an order"/s)
})

test('the sort link of a list is kept by its pages and its search', async () => {
	const [first, last] = [
		await makeUser({ fullName: 'Turned Tina' }),
		await makeUser({ fullName: 'Turned Tom' }),
	]
	for (let made = 0; made < 9; made++) await makeUser({ fullName: 'Turned Round' })
	await write(tx => tx.run(sql`update accounts set created_at = rowid where full_name like 'Turned %'`))
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	const link = (html: string, words: string) =>
		html.match(new RegExp(`href="([^"]*)"[^>]*>(?:<svg.*?</svg>)?${words}`))?.[1]?.replaceAll('&amp;', '&') ??
		''
	const newest = (await browser.send(`${users}?q=turned&page=2`)).html
	expect(newest).toContain(first.email)
	const path = link(newest, 'Oldest first')
	expect(path).toBe(`${users}?q=turned&sort=oldest`)
	const oldest = (await browser.send(path)).html
	expect(oldest).toContain(first.email)
	expect(oldest).toContain('<input type="hidden" name="sort" value="oldest"/>')
	expect(link(oldest, 'Newest first')).toBe(`${users}?q=turned`)
	expect(link(oldest, 'Next')).toBe(`${users}?q=turned&sort=oldest&page=2`)
	expect((await browser.send(`${users}?q=${last.email}`)).html).not.toContain('Oldest first')
})

test('every list can be sorted from the oldest', async () => {
	const [member, admin] = [await makeUser(), await makeAdmin()]
	const id = randomUUID()
	await makeCoupon({ id })
	await makeCoupon()
	for (const cell of [20, 21]) {
		await makeOrder(member.id, [cell], { status: 'rejected', couponId: id })
		await makeTransfer(member.id, [cell], { recipientEmail: 'heir@example.test', status: 'accepted' })
		await makeTransfer(member.id, [cell], { recipientEmail: admin.email })
		await makeTransfer(null, [cell + 2], { recipientEmail: member.email })
		await makeStatement(admin.id, [{ text: 'x', pence: cell }])
		await makeFailedMail(member.email)
	}
	const lists = {
		admin: [
			...['userManagement', 'transactions', 'history', 'history/sold', 'coupon', `coupon/${id}`],
			...['audit', 'outbox', 'statements', 'profile', 'invitations'],
		],
		user: ['history', 'history/sold', 'pixels/sell', 'invitations'],
	}
	for (const [area, account] of [['admin', admin] as const, ['user', member] as const]) {
		const browser = makeBrowser(server.url)
		await browser.logIn(account)
		for (const list of lists[area]) {
			const path = `/${area}/${list}?status=${list === 'outbox' ? 'failed' : ''}&sort=oldest`
			const { html } = await browser.send(path)
			expect(html, path).toMatch(/href="[^"]*">Newest first<|aria-sort="ascending"/)
			if (/form="filter"|class="list-search"/.test(html))
				expect(html, path).toMatch(/name="sort" value="oldest"|<option value="date" selected/)
		}
	}
})

/* The members' pages: columns and other texts in order. */
const GRID_CARDS = ['Price Per Pixel', 'Owned', 'Available', 'Pixels owned by others', 'Reserved By Admin']
const MEMBERS_SCREENS: [string, string[], string[]][] = [
	[
		'/user/dashboard',
		[
			...['Size', 'Available Pixels', 'Owned Pixels'],
			...['Order ID', 'No. of pixels', 'Date', 'Price (£)', 'Status', 'Details'],
		],
		[
			...['Owned Pixels', 'Total-value', 'Available Pixels'],
			...['Total-Revenue', 'list price of the pixels you have sold'],
			...['Used-Pixels', 'Unused-Pixels', 'Reserved Pixels', 'Pixels owned by others', 'Admin reserved'],
		],
	],
	[
		'/user/profile',
		BY_TYPE,
		[
			'Important Information',
			'Only one pixel can be selected for management.',
			'An image added to a selected pixel applies to all connected pixels of the same type.',
			...GRID_CARDS,
		],
	],
	['/user/pixels/buy', BY_TYPE, GRID_CARDS],
	[
		'/user/pixels/sell',
		[...BY_TYPE, 'Recipient', 'Email', 'Total Pixels', 'Pixel Types', 'Date', 'Action'],
		[
			'What can be sold together',
			'The pixels that you sell must be of one type and form a complete rectangle or square.',
			'What remains of the block they belong to must form a complete rectangle or square too, or nothing may remain.',
			...['Pixels listed for sale', 'asked@example.test', 'Edit', 'Delete'],
		],
	],
	[
		'/user/history',
		['Order ID', 'No. of pixels', 'Date', 'Price (£)', 'Status', 'Details'],
		['Purchased', 'Sold', 'View more'],
	],
	['/user/history?q=nobody+at+all', [], ['No purchased history found']],
	[
		'/user/history/sold',
		[
			...['Order ID', 'No. of pixels', 'Date', 'List price (£)', 'Status'],
			...['Recipient Name', 'Recipient Email', 'Details'],
		],
		['Purchased', 'Sold', 'View more'],
	],
	['/user/history/sold?q=nobody+at+all', [], ['No sold history found']],
	['/user/setting', [], ['Personal Information', 'Edit Profile Image', 'Name', 'Password', 'Email']],
	[
		'/user/setting',
		[],
		[
			'Dashboard Management Buy Pixels Sell Pixels Transaction History Settings Logout',
			'Home Profile Logout',
		],
	],
]

test('every page of members has its columns, cards and notices in order', async () => {
	const member = await makeUser()
	await ownCells(member.id, [MEMBERS, INVITED])
	await makeTransfer(member.id, [MEMBERS], { recipientEmail: 'heir@example.test', status: 'accepted' })
	await makeTransfer(member.id, [INVITED], { recipientEmail: 'asked@example.test' })
	const browser = makeBrowser(server.url)
	await browser.logIn(member)
	for (const [path, columns, texts] of MEMBERS_SCREENS) {
		const { html } = await browser.send(path)
		expect(findColumns(html), path).toEqual(columns)
		let rest = plain(html)
		for (const text of texts) {
			expect(rest, path).toContain(text)
			rest = rest.slice(rest.indexOf(text) + text.length)
		}
	}
})

test('every step has its fixed label', async () => {
	const order = await makeOrder((await makeUser()).id, [MEMBERS], { status: 'pending' })
	const sale = await makeTransfer(null, [FREE], { recipientEmail: 'b@example.test', status: 'accepted' })
	await reserveForHouse([HOUSE])
	const invitation = await ofInvitation('')
	const pages: [string, string][] = [
		[`/admin/profile/reserve?cells=${FREE}`, 'Reserve Pixels'],
		[`/admin/profile/restore?cells=${HOUSE}`, 'Restore Pixels'],
		[`/admin/profile/temporary-sell?cells=${HOUSE}`, 'Temporary Sell Pixels'],
		[`${invitation}/edit`, 'Edit Invitation'],
		[`${invitation}/delete`, 'Are you sure?'],
		[await ofSomebody(''), 'User Details'],
		[await ofSomebody('/delete'), 'Delete User'],
		[`${users}/new`, 'Add New User'],
		[await ofSomebody('/edit'), 'Edit User Details'],
		[`/admin/transactions/${order.id}`, 'Transaction Details'],
		[`/admin/history/${order.id}`, 'Order Details'],
		[`/admin/history/sold/${sale.id}`, 'Sold Details'],
		[await ofCoupon(''), 'Coupon Details'],
		['/admin/coupon/new', 'Generate Coupon'],
		[await ofCoupon('/edit'), 'Edit Coupon'],
		[await ofCoupon('/delete'), 'Confirm Coupon Deletion'],
	]
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	for (const [path, title] of pages) {
		const { html } = await browser.send(path)
		expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '', path).toContain(title)
		const [, id, rest] = /\/([\w-]{36})(\/edit)?$/.exec(path) ?? []
		const isItsPage = id !== undefined && (rest === undefined || path.includes('/invitations/'))
		if (isItsPage) expect(html, path).toContain(`/admin/audit?q=${id}`)
	}
})

test('the audit shows what the operator did on the command line, and to whom a test email went', async () => {
	const base = { at: Date.now(), action: 'mail.test', subjectType: 'mail', address: 'command line' }
	await write(tx =>
		tx.insert(auditEntries).values({ ...base, id: randomUUID(), subjectId: 'operator@example.test' }),
	)
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	const { html } = await browser.send('/admin/audit?q=command+line')
	expect(plain(html)).toMatch(/Command line\s+Test email sent\s+operator@example\.test/)
})

test('a transaction shows all payment details, and can be rejected after its approval', async () => {
	const buyer = await makeUser()
	const paymentReceiptKey = await storeReceipt(buyer.id)
	const swiftReceiptKey = `receipts/${randomUUID()}.webp`
	const image = { kind: 'receipt' as const, mime: 'image/webp', bytes: 1, name: 'swift.webp', createdAt: 0 }
	await write(tx => tx.insert(files).values({ ...image, key: swiftReceiptKey, accountId: buyer.id }))
	const order = await makeOrder(buyer.id, [MEMBERS], { paymentReceiptKey, swiftReceiptKey })
	const browser = makeBrowser(server.url)
	await browser.logIn(await makeAdmin())
	const { html } = await browser.send(`/admin/transactions/${order.id}`)
	const main = html.slice(html.indexOf('<main'))
	const names = [...main.matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(([, name]) => name)
	expect(names.filter(name => name !== 'Account')).toEqual([
		...['To be paid', 'Received', 'Sent back', 'Outstanding', 'Coupon Code', 'Discount Amount', 'Amount'],
		...['Transaction ID', 'Order ID', 'Date', 'Name', 'Email', 'Contact number'],
		...['Bank name', 'Account number', 'Country'],
	])
	expect(findColumns(html)).toEqual([
		...['Order', 'Name', 'Amount', 'Status'],
		...['Type', 'Row', 'Column', 'Price'],
	])
	for (const text of ['Bank Details', 'Pixel Details', 'Payment Receipt', 'View PDF', 'SWIFT Receipt'])
		expect(plain(html)).toContain(text)
	expect(plain(html)).toContain('View Full Size')
	expect(html).toContain('<image-fallback src="/images/receipt-unavailable.svg"')
	expect(html).toContain(`href="/admin/transactions/${order.id}/reject"`)
	const reject = await browser.send(`/admin/transactions/${order.id}/reject`)
	expect(reject.html).toContain('<busy-label words="Processing...">Reject payment</busy-label>')
})

test('the address of a deleted buyer is not shown', async () => {
	const buyer = await makeUser()
	const order = await makeOrder(buyer.id, [MEMBERS], { status: 'rejected' })
	const admin = await makeAdmin()
	const browser = makeBrowser(server.url)
	await browser.logIn(admin)
	expect(
		await deleteAccount({ accountId: buyer.id, actorId: admin.id, version: 1, now: Date.now() }),
	).toEqual({
		ok: true,
	})
	for (const path of [
		`/admin/transactions/${order.id}`,
		`/admin/history/${order.id}`,
		'/admin/transactions',
	]) {
		const { html } = await browser.send(path)
		expect(html, path).not.toContain('deleted:')
		if (path.endsWith(order.id)) expect(plain(html), path).toContain('Deleted account')
	}
})

async function recorded(action: string): Promise<number> {
	return (await db.select().from(auditEntries).where(eq(auditEntries.action, action))).length
}
