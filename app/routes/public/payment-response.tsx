import { data } from 'react-router'
import { consumePaymentToken } from '~/domain/gateway/payment-tokens.server'
import { INVALID, type PaymentReturn, paymentResult, readPaymentReturn } from '~/domain/gateway/return-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { readOrder } from '~/domain/orders/queries.server'
import { db } from '~/server/db/db.server'
import { Engraved } from '~/ui/grid/engraved'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/payment-response'

export const meta: Route.MetaFunction = ({ loaderData }) =>
	stepMeta(loaderData?.result.title ?? INVALID.title)

const SECONDS = 3
const UNKNOWN = { result: INVALID, cells: [] }

export async function loader({ request }: Route.LoaderArgs) {
	const response = readPaymentReturn(new URL(request.url).searchParams)
	const next = response ? '/user/pixels/buy' : '/'
	const found = response && isVisit(request) ? await readResult(response) : UNKNOWN
	return data({ ...found, next }, { headers: { Refresh: `${SECONDS}; url=${next}` } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders
}

/**
 * Tests whether somebody will see the answer, because it uses up the token: not a HEAD request, nor a prefetch
 * (refused, so that the browser requests it again when needed).
 */
function isVisit(request: Request): boolean {
	const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
	if (purpose.includes('prefetch')) throw new Response(null, { status: 503 })
	return request.method === 'GET'
}

async function readResult(response: PaymentReturn) {
	const orderId = await consumePaymentToken(response.token, Date.now())
	const order = orderId ? await readOrder(db, orderId) : undefined
	return order
		? { result: paymentResult(order, response), cells: order.cells.map(({ cell }) => cell) }
		: UNKNOWN
}

export default function PaymentResponse({ loaderData }: Route.ComponentProps) {
	const { result, cells, next } = loaderData
	return (
		<Engraved cells={cellsByIds(cells)} missing={cells.length === 0}>
			<p className="kicker">Your payment</p>
			<h1 className="text-2xl">{result.title}</h1>
			<p className="max-w-text" role={result.title === 'Payment Failed' ? 'alert' : 'status'}>
				{result.text}
			</p>
			<p className="max-w-text text-sm text-muted">
				You will be redirected in {SECONDS} seconds.{' '}
				<a className="link inline-flex min-h-11 items-center" href={next}>
					Continue
				</a>
			</p>
		</Engraved>
	)
}
