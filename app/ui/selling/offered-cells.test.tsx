import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cellAt } from '~/domain/grid/layout'
import { SentInvitations } from './sent-invitations'

test('the list of invitations tells apart two offers of equally many pixels', () => {
	const invite = (id: string, row: number) => ({
		id,
		version: 1,
		senderId: null,
		recipientEmail: 'bo@example.test',
		recipientId: null,
		recipientName: null,
		status: 'open' as const,
		until: null,
		createdAt: 0,
		decidedAt: null,
		isExpired: false,
		cells: [cellAt(row, 8), cellAt(row, 9)].flatMap(cell => cell ?? []),
	})
	const rows = [invite('a', 18), invite('b', 19)]
	const list = { rows, total: 2, page: 1, pageCount: 1, from: 1, to: 2 }
	const html = renderToStaticMarkup(<SentInvitations q="" list={list} />)
	expect(html).toContain('Tiny: 2')
	expect(html).toContain('row 18, columns 8 to 9')
	expect(html).toContain('row 19, columns 8 to 9')
})
