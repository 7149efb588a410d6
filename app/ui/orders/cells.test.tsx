import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { cellsByIds } from '~/domain/grid/layout'
import { OrderCells } from './cells'

const tiny = (count: number) =>
	cellsByIds(Array.from({ length: count }, (_, index) => 112 + index)).map(({ id, type, row, col }) => ({
		cell: id,
		type,
		row,
		col,
		pricePence: 10_000_000,
	}))

describe('OrderCells', () => {
	test('shows a rectangle on one line, with its pixels in a disclosure', () => {
		const markup = renderToStaticMarkup(<OrderCells cells={tiny(3)} />)
		expect(markup.replace(/<[^>]+>/g, ' ').replace(/ +/g, ' ')).toMatch(
			/Tiny, row 8, columns 1–3 3 × £100,000 £300,000/,
		)
		expect(markup).toMatch(/<details[\s\S]*Each pixel of the order/)
	})

	test.each([1, 7])('shows millions with two decimals in the checkout: %i pixels', count => {
		const markup = renderToStaticMarkup(<OrderCells cells={tiny(count)} format="millions" />)
		expect(markup).toContain('>£0.10 M<')
		expect(markup).not.toContain('>£100,000<')
	})

	test.each([1, 7])('shows exact pounds elsewhere: %i pixels', count => {
		const markup = renderToStaticMarkup(<OrderCells cells={tiny(count)} />)
		expect(markup).toContain('>£100,000<')
	})

	test.each([1, 7])('shows no price for a loan: %i pixels', count => {
		const markup = renderToStaticMarkup(<OrderCells cells={tiny(count)} of="sale" format="none" />)
		expect(markup).toContain('Pixels of the sale')
		expect(markup).not.toMatch(/£|Price/)
	})
})
