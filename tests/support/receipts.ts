import { randomUUID } from 'node:crypto'
import type { NewFile } from '~/domain/files/commands.server'

/** A row of a receipt, without its bytes. */
export function newReceipt(accountId: string, bytes = 1): NewFile {
	const row = {
		kind: 'receipt',
		mime: 'application/pdf',
		name: 'receipt.pdf',
		width: null,
		height: null,
	} as const
	return { key: `receipts/${randomUUID()}.pdf`, ...row, bytes, accountId, createdAt: Date.now() }
}
