import { OPERATIONS } from '~/api/operations.server'
import { perform } from '~/api/perform.server'
import { openKey } from '~/server/auth/session.server'
import { write } from '~/server/db/db.server'

type Call = { query?: string; params?: Record<string, string>; body?: unknown }

/** Runs an operation of the API by its name, as an account with a key. @returns the JSON of the response. */
export async function callOperation(
	account: { id: string },
	name: string,
	{ query = '', params = {}, body }: Call = {},
) {
	const operation = OPERATIONS.find(item => `${item.method} ${item.path}` === name)
	if (!operation) throw new Error(`There is no call ${name}`)
	const now = Date.now()
	const key = { accountId: account.id, name: 'Test', isReadOnly: false, expiresAt: now + 60_000, now }
	const token = await write(tx => openKey(tx, key))
	const isForm = body instanceof FormData
	const request = new Request(`http://localhost:3000/api${operation.path}${query}`, {
		method: operation.method,
		headers: {
			authorization: `Bearer ${token}`,
			...(isForm ? {} : { 'content-type': 'application/json' }),
		},
		...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
	})
	return await (await perform(operation, request, params)).json()
}
