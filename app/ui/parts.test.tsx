import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Badge, badgeLook } from './badge'
import { ConfirmPage } from './confirm-page'
import { Pagination } from './pagination'
import { Stepper } from './stepper'
import { Table } from './table'
import { Time } from './time'

const html = renderToStaticMarkup

describe('Badge', () => {
	it('gives every payment status its colour', () => {
		expect([badgeLook('pending'), badgeLook('approved'), badgeLook('rejected'), badgeLook('failed')]).toEqual(
			['pending', 'approved', 'rejected', 'rejected'],
		)
	})

	it('says the status in words beside the mark', () => {
		expect(html(<Badge status="pending" />)).toContain('>pending</span>')
	})
})

describe('Pagination', () => {
	const href = (page: number) => `?page=${page}`

	it('links to both neighbours', () => {
		const markup = html(<Pagination page={2} pageCount={3} href={href} />)
		expect(markup).toContain('Page 2 of 3')
		expect(markup).toContain('href="?page=1"')
		expect(markup).toContain('href="?page=3"')
	})

	it('has no link past the ends, nor for an empty list', () => {
		expect(html(<Pagination page={1} pageCount={1} href={href} />)).not.toContain('href')
		expect(html(<Pagination page={1} pageCount={0} href={href} />)).toContain('Page 1 of 1')
	})

	it('counts the results', () => {
		const results = { from: 11, to: 20, total: 48 }
		expect(html(<Pagination page={2} pageCount={5} href={href} results={results} />)).toContain(
			'Showing 11 to 20 of 48 results',
		)
	})

	it('parts the thousands', () => {
		const results = { from: 11_991, to: 12_000, total: 100_000 }
		const markup = html(<Pagination page={1_200} pageCount={10_000} href={href} results={results} />)
		expect(markup).toContain('Showing 11,991 to 12,000 of 100,000 results')
		expect(markup).toContain('Page 1,200 of 10,000')
		expect(markup).toContain('href="?page=1201"')
	})
})

describe('Stepper', () => {
	it('marks the present step, and links only to what is done', () => {
		const steps = [
			{ label: 'Pixels', href: '/1' },
			{ label: 'Bank', href: '/2' },
			{ label: 'Confirm', href: '/3' },
		]
		const markup = html(<Stepper steps={steps} current={1} />)
		expect(markup.match(/aria-current="step"/g)).toHaveLength(1)
		expect(markup).toContain('href="/1"')
		expect(markup).not.toContain('href="/2"')
		expect(markup).not.toContain('href="/3"')
	})
})

describe('Table', () => {
	const columns = [{ title: 'Name', cell: (row: string) => row }]

	it('repeats its titles beside the values, for narrow screens', () => {
		expect(
			html(<Table caption="Users" columns={columns} rows={['Ada']} rowKey={row => row} empty="None" />),
		).toContain('<td data-label="Name">Ada</td>')
	})

	it('says so when there is nothing', () => {
		const markup = html(
			<Table caption="Users" columns={columns} rows={[]} rowKey={row => row} empty="No users found" />,
		)
		expect(markup).toContain('No users found')
		expect(markup).not.toContain('<table')
	})
})

describe('ConfirmPage', () => {
	it('puts the way back before the step that cannot be undone, and carries its fields', () => {
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
	it('carries the exact moment beside London words', () => {
		const markup = html(<Time at={Date.UTC(2026, 6, 1, 12, 0)} />)
		expect(markup).toContain('dateTime="2026-07-01T12:00:00.000Z"')
		expect(markup).toContain('13:00')
	})
})
