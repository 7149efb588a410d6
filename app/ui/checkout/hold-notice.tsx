import type { Situation } from '~/domain/orders/queries.server'
import { type CheckoutStep, checkoutPath } from '~/domain/orders/rules'
import { unavailableAdvice, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { Notice } from '../notice'
import { SwitchAt, Time } from '../time'

type Props<View extends Situation = Situation> = {
	situation: View
	orderId: string
	/** The step that shows the notice. */
	step: CheckoutStep
	/** Whether nothing is to be paid, or nobody has seen where to pay yet. */
	isFree: boolean
	/** Whether a newer checkout of the account has replaced this one. */
	isReplaced?: boolean
}

type Of<Kind extends Situation['kind']> = Props<Extract<Situation, { kind: Kind }>>

/** The state of the buyer's hold: until when it lasts, and what follows without one. */
export function HoldNotice({ situation, ...rest }: Props) {
	switch (situation.kind) {
		case 'held':
			return <Held situation={situation} {...rest} />
		case 'free':
			return <NotHeld situation={situation} {...rest} />
		case 'on-hold':
			return <OnHold situation={situation} {...rest} />
		case 'gone':
			return <Gone situation={situation} {...rest} />
		case 'ended':
			return <Ended situation={situation} {...rest} />
	}
}

function Held({ situation: { until }, isFree }: Of<'held'>) {
	const ended = `The hold has ended: your pixels are not on hold for you any more. ${describeClaim(isFree)}`
	return (
		<Notice tone="success">
			<SwitchAt at={until} after={ended}>
				<p className="max-w-text">
					<strong>
						Your pixels are on hold for you until <Time at={until} />.
					</strong>
					<span className="max-sm:hidden">
						{' '}
						Nobody else can buy them before then.
						{isFree ? null : ' Once we have your receipt they stay yours while we verify the payment.'}
					</span>
				</p>
			</SwitchAt>
		</Notice>
	)
}

const describeClaim = (isFree: boolean) =>
	`They are yours the moment ${isFree ? 'you submit your order' : 'your receipt arrives here'}, if nobody else has them by then.`

function NotHeld({ situation, orderId, step, isFree, isReplaced = false }: Of<'free'>) {
	return (
		<Notice tone="warning" title="Your pixels are not on hold">
			{isReplaced ? (
				<p>A newer checkout of yours has replaced this one, so its pixels are free for everybody.</p>
			) : situation.ranOutAt !== null ? (
				<p>
					The hold ended on <Time at={situation.ranOutAt} />.
				</p>
			) : null}
			<p>They are still available. {describeClaim(isFree)}</p>
			{situation.coolingUntil !== null ? (
				<p>
					You have already held them, so they cannot be held for you again before{' '}
					<Time at={situation.coolingUntil} />.
				</p>
			) : isReplaced ? null : (
				<p>
					<a className="link" href={step === 'cells' ? '#next' : checkoutPath(orderId, 'cells')}>
						Put them on hold again at the first step
					</a>
				</p>
			)}
		</Notice>
	)
}

function OnHold({ situation: { taken, until }, orderId, step, isFree }: Of<'on-hold'>) {
	return (
		<Notice tone="warning">
			<SwitchAt
				at={until}
				after="The other hold has ended. The pixels are free again, unless that buyer has completed the purchase."
			>
				<p className="font-semibold">Another buyer has these pixels on hold</p>
				<p>{unavailableMessage(taken)}</p>
				<p>{unavailableAdvice(taken)}</p>
			</SwitchAt>
			{isFree ? null : (
				<p>
					Please do not transfer any money before they are on hold for you. If you have already done so, send
					us the receipt at the last step: your order is kept with it, and you get the pixels if they become
					free again, or all of your money back.
				</p>
			)}
			{/* Not on the step with the long form, whose input would be lost. */}
			{step === 'confirm' ? null : (
				<p>
					<a className="link" href={checkoutPath(orderId, step)}>
						Check again
					</a>
				</p>
			)}
			<ChooseOthers />
		</Notice>
	)
}

function Gone({ situation: { taken }, isFree }: Of<'gone'>) {
	return (
		<Notice tone="error" title="These pixels are no longer available">
			<p>{unavailableMessage(taken)}</p>
			{isFree ? null : (
				<p>
					Please do not transfer any money for this order. If you have already done so, send us the receipt at
					the last step: your order is kept with it, and we refund you in full.
				</p>
			)}
			<ChooseOthers />
		</Notice>
	)
}

function Ended({ situation: { message }, isFree }: Of<'ended'>) {
	return (
		<Notice tone="warning" title="This checkout has ended">
			<p>{message}</p>
			{isFree ? null : (
				<p>
					Please do not transfer any money for it. If you have already done so, send us the receipt at the
					last step: your order is kept with it, and we assign you the pixels or refund you in full.
				</p>
			)}
			<ChooseOthers label="Choose the pixels again" />
		</Notice>
	)
}

function ChooseOthers({ label = 'Choose other pixels' }: { label?: string }) {
	return (
		<p>
			<a className="link" href="/user/pixels/buy">
				{label}
			</a>
		</p>
	)
}
