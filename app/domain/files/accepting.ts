import { FILE_MESSAGES, MAX_FILE_BYTES, RECEIPT_ACCEPT } from './rules'

/**
 * Tests whether a file matches an `accept` list of types ('image/png', 'image/*') and extensions ('.pdf'). An empty
 * list accepts all.
 */
export function isAcceptedFile(accept: string, file: { readonly name: string; readonly type: string }) {
	const wanted = accept
		.split(',')
		.map(part => part.trim().toLowerCase())
		.filter(Boolean)
	if (wanted.length === 0) return true
	const name = file.name.toLowerCase()
	const type = file.type.toLowerCase()
	return wanted.some(part =>
		part.startsWith('.')
			? name.endsWith(part)
			: part.endsWith('/*')
				? type.startsWith(part.slice(0, -1))
				: type === part,
	)
}

/** Checks a receipt by name, type and size; the server checks its bytes as well. */
export function receiptProblem(
	file: { readonly name: string; readonly type: string; readonly size: number } | undefined,
): string | undefined {
	if (!file) return undefined
	if (!isAcceptedFile(RECEIPT_ACCEPT, file)) return FILE_MESSAGES.receiptType
	if (file.size > MAX_FILE_BYTES) return FILE_MESSAGES.tooLarge
	return file.size === 0 ? FILE_MESSAGES.empty : undefined
}
