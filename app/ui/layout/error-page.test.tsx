import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountError } from './error-page'

const shown = (status: number, data: unknown) =>
	renderToStaticMarkup(
		<AccountError error={{ status, statusText: '', internal: false, data }} area="admin" />,
	)

test('names the data that could not be read, only for server errors', () => {
	const data = { title: 'Failed to fetch transactions' }
	expect(shown(500, data)).toContain('<h1 class="max-w-text">Failed to fetch transactions</h1>')
	expect(shown(500, null)).toContain('Something has broken on our side')
	expect(shown(404, data)).toContain('There is nothing at this address')
})
