import { data, redirect } from 'react-router'
import { formatDuration } from '~/domain/accounts/rules'
import { countCouponTry } from '~/domain/coupons/check.server'
import { COUPON_MESSAGES } from '~/domain/coupons/rules'
import { selectionQuery } from '~/domain/grid/selection/selection'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { applyCoupon, removeCoupon } from '~/domain/orders/checkout/coupon.server'
import { proceedToPayment } from '~/domain/orders/checkout/proceed.server'
import { findOwnOrder, type Order, readSituation } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath, isFree } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import { toOneLine } from '~/domain/text'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, type FormRefusal, readForm, refusalInit } from '~/server/forms/form.server'
import { badRequest, orNotFound } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckoutFrame } from '~/ui/checkout/frame'
import { HoldNotice } from '~/ui/checkout/hold-notice'
import { PayCard } from '~/ui/checkout/totals'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField, plainField } from '~/ui/forms/field'
import { useRestoredField } from '~/ui/forms/restored'
import { PlaceCard } from '~/ui/grid/place-card'
import { Notice } from '~/ui/notice'
import { OrderCells } from '~/ui/orders/cells'
import type { Route } from './+types/checkout'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = await requireStepOne(params.orderId, account.id)
	const ids = order.cells.map(cell => cell.cell)
	const now = Date.now()
	const [situation, place, holdMinutes] = await Promise.all([
		readSituation(order, now),
		readSurroundings(ids, order.accountId, now),
		getSetting('holdMinutes'),
	])
	return {
		order,
		isReplaced: order.status === 'abandoned',
		hasProceeded: order.proceededAt !== null,
		backTo: `/user/pixels/buy${selectionQuery(ids)}`,
		situation,
		place,
		holdMinutes,
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const account = await requireUser(request)
	const order = await requireStepOne(params.orderId, account.id)
	const form = await readForm(request)
	const typed = toOneLine(String(form.get('coupon_code') ?? '')).slice(0, 100)
	const intent = form.get('intent')
	const now = Date.now()
	switch (intent) {
		case 'apply-coupon':
			return await tryCoupon(order, typed, now)
		case 'remove-coupon': {
			const removed = await removeCoupon(order.id, account.id, now)
			if (!removed.ok) return refuseCoupon(typed, removed)
			throw await redirectWithFlash(checkoutPath(order.id, 'cells'), {
				type: 'info',
				text: 'Coupon removed',
			})
		}
		case 'next':
		case 'next-without-coupon': {
			// A code that was typed but not applied must not be lost silently.
			if (intent === 'next' && typed.trim() && order.couponCode === null)
				return await tryCoupon(order, typed, now)
			const held = await proceedToPayment(order.id, account.id, now, currentCaller().address)
			if (held.ok || held.code === 'submitted') {
				return redirect(checkoutPath(order.id, isFree(order) ? 'confirm' : 'payment'))
			}
			return data({ problem: held.message, coupon: undefined }, { status: 422 })
		}
		default:
			throw badRequest()
	}
}

async function requireStepOne(orderId: string, accountId: string): Promise<Order> {
	const order = orNotFound(await findOwnOrder(orderId, accountId))
	const step = allowedStep(order, 'cells')
	if (step !== 'cells') throw redirect(checkoutPath(orderId, step))
	return order
}

async function tryCoupon(order: Order, typed: string, now: number) {
	const tooMany = await countCouponTry(order.accountId, now)
	if (tooMany) return refuseCoupon(typed, tooMany)
	const apply = () => applyCoupon(order.id, order.accountId, typed, now)
	const applied = await catchUnexpected(apply, { message: COUPON_MESSAGES.failed })
	if (!applied.ok) return refuseCoupon(typed, applied)
	throw await redirectWithFlash(checkoutPath(order.id, 'cells'), 'Coupon applied')
}

function refuseCoupon(typed: string, refusal: FormRefusal) {
	return data({ problem: undefined, coupon: { typed, message: refusal.message } }, refusalInit(refusal))
}

function nextWords(hasProceeded: boolean, isFreeOrder: boolean, holdMinutes: number): string {
	if (hasProceeded) return isFreeOrder ? 'Next takes you on.' : 'Next shows you where to pay.'
	return `Next holds it for you for ${formatDuration(holdMinutes * 60)}${isFreeOrder ? '.' : ', and shows you where to pay.'}`
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
	const { order, isReplaced, hasProceeded, backTo, situation, place, holdMinutes } = loaderData
	const { problem, coupon } = actionData ?? {}
	const isTaken = situation.kind === 'gone' || situation.kind === 'on-hold'
	const canGoOn = order.cells.length > 0 && !isReplaced && !isTaken
	const isFreeOrder = isFree(order)
	return (
		<CheckoutFrame
			orderId={order.id}
			current="cells"
			isFree={isFreeOrder}
			intro={`Look at your place and the price. ${nextWords(hasProceeded, isFreeOrder, holdMinutes)}`}
		>
			<form method="post" className="checkout-columns">
				<div className="checkout-notices">
					{coupon ? <ErrorSummary items={[{ id: 'coupon_code', text: coupon.message }]} /> : null}
					{problem && !isTaken ? <Notice tone="error" title={problem} /> : null}
					{isReplaced ? <Replaced orderId={order.id} hasProceeded={hasProceeded} /> : null}
					{!isReplaced && (hasProceeded || isTaken) ? (
						<HoldNotice
							situation={situation}
							orderId={order.id}
							step="cells"
							isFree={isFreeOrder || !hasProceeded}
						/>
					) : null}
				</div>
				<PlaceCard place={place} title="Your place" frame="selected" />
				<div className="checkout-main">
					<Card title="Your pixels" flush>
						<OrderCells cells={order.cells} format="millions" />
					</Card>
					{canGoOn ? (
						<Card>
							<CouponBox code={order.couponCode} refusal={coupon} />
						</Card>
					) : null}
				</div>
				<PayCard
					title="To pay"
					order={order}
					action={
						<Button id="next" name="intent" value="next" wide disabled={!canGoOn}>
							Next
						</Button>
					}
					back={
						<ButtonLink variant="quiet" wide href={backTo}>
							Back
						</ButtonLink>
					}
				/>
			</form>
		</CheckoutFrame>
	)
}

function Replaced({ orderId, hasProceeded }: { orderId: string; hasProceeded: boolean }) {
	return (
		<Notice tone="warning" title="A newer checkout has replaced this one">
			<p>Its pixels are not on hold.</p>
			{hasProceeded ? (
				<p>
					If you have already made the transfer for it,{' '}
					<a className="link" href={checkoutPath(orderId, 'confirm')}>
						send us the receipt
					</a>
					.
				</p>
			) : null}
			<p>
				<a className="link" href="/user/pixels/buy">
					Go to the grid
				</a>
			</p>
		</Notice>
	)
}

/** A field for a coupon code, or the applied code with a button to remove it. Use it inside the form of step 1. */
function CouponBox({
	code,
	refusal,
}: {
	/** The applied coupon. */
	code: string | null
	refusal: { typed: string; message: string } | undefined
}) {
	const restored = useRestoredField('coupon_code')
	if (code !== null && !refusal) {
		return (
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-sm">
					<span className="figures font-semibold">{code}</span> is applied.
				</p>
				<Button name="intent" value="remove-coupon" variant="quiet">
					Remove
				</Button>
			</div>
		)
	}
	return (
		<div className="grid gap-3 min-[30rem]:grid-cols-[minmax(0,1fr)_auto] min-[30rem]:[&>.btn]:mt-[calc(1.4*var(--text-sm)+0.375rem)] min-[30rem]:[&>.btn]:self-start">
			<InputField
				field={plainField('coupon_code', refusal?.typed ?? restored, refusal ? [refusal.message] : undefined)}
				label="Coupon code"
				optional
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
			/>
			<Button name="intent" value="apply-coupon" variant="secondary">
				Apply
			</Button>
			{refusal && code === null ? (
				<div className="col-span-full -ml-2 justify-self-start">
					<Button name="intent" value="next-without-coupon" variant="quiet">
						Go on without a coupon
					</Button>
				</div>
			) : null}
		</div>
	)
}
