import { expect, test } from 'vitest'
import { cellAt } from '~/domain/grid/layout'
import { createReselectLink, describeProblem } from './buy-problem'

const reselect = createReselectLink(null)
const id = (row: number, col: number) => cellAt(row, col)?.id ?? 0
const getLink = (ids: readonly number[]) =>
	describeProblem({ message: 'Taken', field: 'cell', taken: 'one', again: reselect(ids) }, true).again

test('a link selects the free pixels, or as many of them as form a rectangle', () => {
	const [a, b, c] = [id(8, 1), id(8, 2), id(9, 1)]
	expect(getLink([])).toBeUndefined()
	expect(getLink([a])).toEqual({ href: `/user/pixels/buy?cell=${a}`, text: 'Select the free one' })
	expect(getLink([a, b])).toEqual({
		href: `/user/pixels/buy?cell=${a}&cell=${b}`,
		text: 'Select the 2 free ones',
	})
	expect(getLink([a, b, c])).toEqual({ href: getLink([a, b])?.href, text: 'Select 2 free ones' })
})
