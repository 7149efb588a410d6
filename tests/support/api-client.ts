import { z } from 'zod'
import { SMALL_PDF } from './images'

const Answer = z.looseObject({
	success: z.boolean(),
	message: z.string(),
	code: z.string().optional(),
	fields: z.record(z.string(), z.array(z.string())).optional(),
	token: z.string().optional(),
	data: z.unknown().optional(),
})

export type ApiResponse = z.output<typeof Answer> & { status: number; headers: Headers }

type Sent = {
	token?: string | undefined
	/** JSON, unless it is a FormData. */
	body?: unknown
	headers?: Record<string, string>
}

/** Creates a client for the API of a running server. @throws ZodError when the response is not the envelope. */
export function apiClient(url: string) {
	return async (call: string, { token, body, headers = {} }: Sent = {}): Promise<ApiResponse> => {
		const [method = 'GET', path = ''] = call.split(' ')
		const isForm = body instanceof FormData
		const response = await fetch(`${url}/api${path}`, {
			method,
			headers: {
				...(token ? { authorization: `Bearer ${token}` } : {}),
				...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
		})
		return { ...Answer.parse(await response.json()), status: response.status, headers: response.headers }
	}
}

/** Creates a multipart body. */
export function toForm(fields: Record<string, string | File>): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	return form
}

/** Parses the `data` of a response. */
export function parseData<T extends z.ZodType>(response: ApiResponse, shape: T): z.output<T> {
	return shape.parse(response.data)
}

/** The body of `POST /user/pixels/buy`, with the smallest receipt. */
export function purchaseForm({
	cells,
	email,
	paymentId,
	...others
}: {
	cells: readonly number[]
	email: string
	paymentId: string
	amount?: string
}): FormData {
	return toForm({
		selectBlocks: JSON.stringify(cells.map(id => ({ id }))),
		name: 'Example Holdings Ltd',
		email,
		contact_no: '+44 7700 900123',
		country: 'UK',
		bank_name: 'Example Bank',
		bank_account_no: 'GB00EXMP00000000',
		payment_id: paymentId,
		payment_receipt: new File([SMALL_PDF], 'receipt.pdf', { type: 'application/pdf' }),
		...others,
	})
}
