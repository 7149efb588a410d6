import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { emptyFigures } from '~/domain/dashboard/rules'
import { Badge, badgeVariant } from './badge'
import { Stepper } from './checkout/frame'
import { AboutManaging } from './creatives/about-managing'
import { ConfirmPage } from './forms/confirm-page'
import { DayFields } from './lists/list'
import { Pagination } from './lists/pagination'
import { Table } from './lists/table'
import { OrderCells } from './orders/cells'
import { SaleStatus } from './selling/sale-status'
import { Time } from './time'
import { OwnLoss } from './users/loss'

const html = renderToStaticMarkup

describe('Badge', () => {
	test('has a colour for every payment status', () => {
		expect([
			badgeVariant('pending'),
			badgeVariant('approved'),
			badgeVariant('rejected'),
			badgeVariant('failed'),
		]).toEqual(['pending', 'approved', 'rejected', 'rejected'])
	})

	test('shows the status as text next to the mark', () => {
		expect(html(<Badge status="pending" />)).toContain('>pending</span>')
	})
})

test('a period that ends before it begins shows an error', () => {
	expect(html(<DayFields from="2026-11-20" to="2026-11-19" />)).toContain('Until is before From')
	expect(html(<DayFields from="2026-11-20" to="2026-11-20" />)).not.toContain('Until is before From')
	expect(html(<DayFields from="2026-11-20" to={null} />)).not.toContain('Until is before From')
})

describe('Pagination', () => {
	const results = { from: 11, to: 20, total: 48 }
	const href = (page: number) => `?page=${page}`

	test('offers other page sizes', () => {
		const sizes = [
			{ size: 10, href: null },
			{ size: 25, href: '?size=25' },
		]
		const markup = html(<Pagination page={1} pageCount={2} href={href} results={results} sizes={sizes} />)
		expect(markup).toContain('aria-current="true">10')
		expect(markup).toContain('href="?size=25">25')
	})

	test('links to both neighbours', () => {
		const markup = html(<Pagination page={2} pageCount={3} href={href} results={results} />)
		expect(markup).toContain('Page 2 of 3')
		expect(markup).toContain('href="?page=1"')
		expect(markup).toContain('href="?page=3"')
	})

	test('has no link beyond the ends, nor for an empty list', () => {
		expect(html(<Pagination page={1} pageCount={1} href={href} results={results} />)).not.toContain('href')
		expect(html(<Pagination page={1} pageCount={0} href={href} results={results} />)).toContain('Page 1 of 1')
	})

	test('counts the results', () => {
		expect(html(<Pagination page={2} pageCount={5} href={href} results={results} />)).toContain(
			'Showing 11 to 20 of 48 results',
		)
	})

	test('separates thousands', () => {
		const results = { from: 11_991, to: 12_000, total: 100_000 }
		const markup = html(<Pagination page={1_200} pageCount={10_000} href={href} results={results} />)
		expect(markup).toContain('Showing 11,991 to 12,000 of 100,000 results')
		expect(markup).toContain('Page 1,200 of 10,000')
		expect(markup).toContain('href="?page=1201"')
	})
})

describe('Stepper', () => {
	test('marks the current step, and links only to completed ones', () => {
		const steps = [
			{ label: 'Pixels', href: '/1' },
			{ label: 'Bank', href: '/2' },
			{ label: 'Confirm', href: '/3' },
		]
		const markup = html(<Stepper steps={steps} current={1} end="the end" label="Steps" />)
		expect(markup).toContain('Next: Confirm')
		expect(html(<Stepper steps={steps} current={2} end="the end" label="Steps" />)).toContain(
			'Last step: the end',
		)
		expect(markup.match(/aria-current="step"/g)).toHaveLength(1)
		expect(markup).toContain('href="/1"')
		expect(markup).not.toContain('href="/2"')
		expect(markup).not.toContain('href="/3"')
	})
})

describe('Table', () => {
	test('shows the sorted column, and links to the other direction', () => {
		const columns = [
			{ title: 'Date', cell: () => '', sort: { href: '?sort=date', direction: 'descending' as const } },
			{ title: 'Amount', cell: () => '', sort: { href: '?sort=-amount', direction: undefined } },
		]
		const markup = html(<Table caption="Orders" columns={columns} rows={[1]} />)
		expect(markup).toContain('aria-sort="descending"><a href="?sort=date">Date')
		expect(markup).toContain('<th scope="col"><a href="?sort=-amount">Amount</a>')
	})

	const columns = [{ title: 'Name', cell: (row: string) => row }]

	test('repeats its titles next to the values on narrow screens', () => {
		expect(html(<Table caption="Users" columns={columns} rows={['Ada']} empty="None" />)).toContain(
			'<td data-label="Name">Ada</td>',
		)
	})

	test('shows a text when it is empty', () => {
		const markup = html(<Table caption="Users" columns={columns} rows={[]} empty="No users found" />)
		expect(markup).toContain('No users found')
		expect(markup).not.toContain('<table')
	})
})

describe('ConfirmPage', () => {
	test('has the way back before the irreversible step, and carries its fields', () => {
		const markup = html(
			<ConfirmPage
				title="Sure?"
				cancelHref="/back"
				confirmLabel="Delete"
				intent="delete"
				hidden={{ cell: [1, 2] }}
			>
				<p>Gone for good.</p>
			</ConfirmPage>,
		)
		expect(markup.indexOf('>Cancel<')).toBeLessThan(markup.indexOf('>Delete<'))
		expect(markup.match(/type="hidden" name="cell"/g)).toHaveLength(2)
		expect(markup).toMatch(/<button value="delete" type="submit"[^>]* name="intent">/)
	})
})

describe('Time', () => {
	test('has the exact time in its attribute and London time in its text', () => {
		const markup = html(<Time at={Date.UTC(2026, 6, 1, 12, 0)} />)
		expect(markup).toContain('dateTime="2026-07-01T12:00:00.000Z"')
		expect(markup).toContain('13:00')
	})
})

describe('the deletion of one’s own account', () => {
	const nothing = { cells: [], borrowed: [], lent: [], pending: [], checkout: null, seen: '' }
	const render = (change: object) => html(<OwnLoss loss={{ ...nothing, invitations: 0, ...change }} />)

	test('lists what ends, in the singular or plural', () => {
		expect(render({ invitations: 1 })).toContain('1 sent invitation is withdrawn')
		expect(render({ invitations: 2 })).toContain('2 sent invitations are withdrawn')
		expect(render({ borrowed: [1] })).toContain('Loans of 1 pixel to this account end')
		expect(render({ checkout: 'ABC' })).toContain('If you have transferred money for these')
	})
})

describe('Pixel Management without a block', () => {
	const prices = { large: 1, medium: 1, small: 1, tiny: 1 }
	const render = (figures: object) =>
		html(
			<AboutManaging
				prices={prices}
				figures={{ ...emptyFigures(), ...figures }}
				blocks={[]}
				isFirstChanged={false}
				placed={[]}
				loans={[]}
			/>,
		)

	test('does not claim that an owner whose pixels are all offered or lent has none', () => {
		expect(render({})).toContain('You own no pixels yet')
		const owned = { large: 0, medium: 0, small: 0, tiny: 1 }
		for (const figures of [{ owned }, { lentOut: 1 }]) {
			expect(render(figures)).toContain('None of your pixels can be managed now')
			expect(render(figures)).not.toContain('You own no pixels yet')
		}
		expect(render({ lentToMembers: owned })).toContain('Yours, lent to others')
		expect(render({ owned })).not.toContain('Yours, lent to others')
	})
})

describe('SaleStatus', () => {
	test('shows until when pixels are lent, and that they are back', () => {
		const until = Date.UTC(2026, 10, 20, 12)
		expect(html(<SaleStatus stands="lent" until={until} />)).toContain('lent until')
		const ended = html(<SaleStatus stands="returned" until={until} />)
		expect(ended).toContain('>returned</span>')
		expect(ended).not.toContain('lent until')
	})
})

describe('OrderCells', () => {
	const cells = [111, 112, 113].map(cell => ({
		cell,
		type: 'tiny' as const,
		row: 8,
		col: cell - 110,
		pricePence: 10_000_000,
	}))
	const titles = (element: Parameters<typeof html>[0]) =>
		new Set([...html(element).matchAll(/data-label="([^"]*rice)"/g)].map(([, title]) => title))

	test('labels the cost of an order as price, and the value of a sale as list price', () => {
		expect(titles(<OrderCells cells={cells} />)).toEqual(new Set(['Price']))
		expect(titles(<OrderCells cells={cells} of="sale" />)).toEqual(new Set(['List price']))
		expect(titles(<OrderCells cells={cells} of="sale" format="none" />)).toEqual(new Set())
	})
})
