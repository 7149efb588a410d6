import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { selectionWords } from '~/domain/grid/selection'
import { findOwnOrder, readSituation } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath } from '~/domain/orders/rules'
import { bankLines } from '~/domain/settings/bank-lines'
import { getSetting } from '~/domain/settings/queries.server'
import { found } from '~/server/answers.server'
import { requireUser } from '~/server/guards.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckoutFrame } from '~/ui/checkout/frame'
import { HoldNotice } from '~/ui/checkout/hold-notice'
import { Totals } from '~/ui/checkout/totals'
import { CopyButton } from '~/ui/copy-button'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/checkout-payment'

export const meta: Route.MetaFunction = () => [{ title: `Payment Account Details · ${brand.name}` }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = found(await findOwnOrder(params.orderId, account.id))
	const step = allowedStep(order, 'payment')
	if (step !== 'payment') throw redirect(checkoutPath(order.id, step))
	const { id, reference, status, cells, couponCode, subtotalPence, discountPence, totalPence } = order
	const [bank, situation] = await Promise.all([getSetting('bankDetails'), readSituation(order, Date.now())])
	const pixels = selectionWords(cells.map(({ cell }) => cell))
	return {
		order: { id, reference, couponCode, subtotalPence, discountPence, totalPence, pixels },
		isReplaced: status === 'abandoned',
		situation,
		lines: bankLines(bank),
	}
}

export default function CheckoutPayment({ loaderData }: Route.ComponentProps) {
	const { order, isReplaced, situation, lines } = loaderData
	const isTaken = situation.kind === 'gone' || situation.kind === 'on-hold'
	return (
		<CheckoutFrame
			orderId={order.id}
			current="payment"
			free={false}
			intro={
				isTaken
					? 'This order cannot be paid now, so the bank details are not shown.'
					: 'Make one bank transfer for the whole amount to the account below, then press Next and send us the receipt.'
			}
		>
			<HoldNotice
				situation={situation}
				orderId={order.id}
				step="payment"
				free={false}
				replaced={isReplaced}
			/>
			<div className="checkout-columns">
				{isTaken ? null : (
					<div className="grid gap-6">
						<Card title="Payment reference">
							<div className="grid gap-3">
								<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
									<p className="reference" data-testid="reference">
										{order.reference}
									</p>
									<CopyButton text={order.reference} label="payment reference" />
								</div>
								<p className="text-sm text-muted">
									Quote it in your transfer, exactly as it stands. It is how your money finds your order.
								</p>
							</div>
						</Card>
						<Card title="Transfer to this account">
							<dl className="bank-lines">
								{lines.map(([name, value]) => (
									<div key={name}>
										<dt>{name}</dt>
										<dd>{value}</dd>
										<dd className="copy">
											<CopyButton text={value} label={name.toLowerCase()} />
										</dd>
									</div>
								))}
							</dl>
						</Card>
						<Notice title="Payment is by direct bank transfer only">
							<p>A receipt is issued within 24 hours. International transfers take 1-3 business days.</p>
							<p>
								If your bank gives you its confirmation only after the hold has ended, send it all the same:
								as long as the pixels are free, they are yours.
							</p>
						</Notice>
					</div>
				)}
				<aside>
					<Card title={isTaken ? 'This order' : 'To pay'}>
						<div className="grid gap-5">
							<Totals order={order} pixels={order.pixels} />
							<ButtonLink
								wide
								variant={isTaken ? 'secondary' : 'primary'}
								href={checkoutPath(order.id, 'confirm')}
							>
								{isTaken ? 'I have already paid' : 'Next'}
							</ButtonLink>
							<ButtonLink variant="quiet" wide href={checkoutPath(order.id, 'cells')}>
								Back
							</ButtonLink>
						</div>
					</Card>
				</aside>
			</div>
		</CheckoutFrame>
	)
}
