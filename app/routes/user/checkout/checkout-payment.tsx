import { redirect } from 'react-router'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { formatPounds } from '~/domain/money'
import { findOwnOrder, readSituation } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath } from '~/domain/orders/rules'
import { bankLines } from '~/domain/settings/bank-lines'
import { getSetting } from '~/domain/settings/queries.server'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { ButtonLink, CopyButton } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckoutFrame } from '~/ui/checkout/frame'
import { HoldNotice } from '~/ui/checkout/hold-notice'
import { PayCard } from '~/ui/checkout/totals'
import { PlaceCard } from '~/ui/grid/place-card'
import type { Route } from './+types/checkout-payment'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = orNotFound(await findOwnOrder(params.orderId, account.id))
	const step = allowedStep(order, 'payment')
	if (step !== 'payment') throw redirect(checkoutPath(order.id, step))
	const now = Date.now()
	const ids = order.cells.map(({ cell }) => cell)
	const [bank, situation, place] = await Promise.all([
		getSetting('bankDetails'),
		readSituation(order, now),
		readSurroundings(ids, account.id, now),
	])
	return { order, place, situation, lines: bankLines(bank) }
}

export default function CheckoutPayment({ loaderData }: Route.ComponentProps) {
	const { order, place, situation, lines } = loaderData
	const { totalPence } = order
	const cannotBePaid = situation.kind !== 'held' && situation.kind !== 'free'
	const hold = (
		<HoldNotice
			situation={situation}
			orderId={order.id}
			step="payment"
			isFree={false}
			isReplaced={order.status === 'abandoned'}
		/>
	)
	return (
		<CheckoutFrame
			orderId={order.id}
			current="payment"
			isFree={false}
			intro={
				cannotBePaid
					? 'This order cannot be paid now, so the bank details are not shown.'
					: 'Make one bank transfer for the whole amount to the account below, then press Next and send us the receipt.'
			}
		>
			{cannotBePaid ? hold : null}
			<div className="checkout-columns">
				{cannotBePaid ? null : <div className="checkout-notices">{hold}</div>}
				<PlaceCard place={place} title="Your place" frame="selected" />
				{cannotBePaid ? null : (
					<div className="checkout-main">
						<Card title="Transfer to this account">
							<div className="mb-4 grid gap-1 border-b border-edge pb-4">
								<p className="text-(length:--text-xs) text-muted">Payment reference</p>
								<div className="flex flex-wrap items-center justify-between gap-x-6">
									<p className="reference" data-testid="reference">
										{order.reference}
									</p>
									<CopyButton text={order.reference} label="payment reference" />
								</div>
								<p className="text-sm text-muted">
									Quote it in your transfer exactly as shown, so that we can match your payment to your order.
								</p>
							</div>
							<dl className="grid gap-x-8 md:grid-cols-2">
								<BankLine
									name="Amount"
									value={formatPounds(totalPence)}
									copied={(totalPence / 100).toFixed(2)}
								/>
								{lines.map(([name, value]) => (
									<BankLine key={name} name={name} value={value} />
								))}
							</dl>
							<div className="grid gap-2 pt-4 text-sm">
								<p>
									<strong>Payment is by direct bank transfer only.</strong> An official receipt is issued
									within 24 hours. International transfers take 1-3 business days.
								</p>
								<p>
									You may leave this page meanwhile: your dashboard leads back to it
									{situation.kind === 'held' ? ', and so does the email that we have sent you.' : '.'}
								</p>
								<p>
									If your bank gives you its confirmation only after the hold has ended, send it all the same:
									as long as the pixels are free, they are yours.
								</p>
							</div>
						</Card>
					</div>
				)}
				<PayCard
					title={cannotBePaid ? 'This order' : 'To pay'}
					order={order}
					action={
						<ButtonLink
							wide
							variant={cannotBePaid ? 'secondary' : 'primary'}
							href={checkoutPath(order.id, 'confirm')}
						>
							{cannotBePaid ? 'I have already paid' : 'Next'}
						</ButtonLink>
					}
					back={
						<ButtonLink variant="quiet" wide href={checkoutPath(order.id, 'cells')}>
							Back
						</ButtonLink>
					}
				/>
			</div>
		</CheckoutFrame>
	)
}

/** `copied`: what the button copies, if a bank's form needs another format. */
function BankLine({ name, value, copied = value }: { name: string; value: string; copied?: string }) {
	return (
		<div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-1.5 md:last:odd:col-span-full">
			<dt className="col-1 text-(length:--text-xs) text-muted">{name}</dt>
			<dd className="figures col-1 font-semibold wrap-anywhere">{value}</dd>
			<dd className="col-2 row-[1/span_2]">
				<CopyButton text={copied} label={name.toLowerCase()} />
			</dd>
		</div>
	)
}
