import type { ReactNode } from 'react'
import { countLabel } from '~/domain/orders/review/labels'
import { unavailableAdvice, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { NextStep } from '../dashboard/next-step'
import { Money } from '../money'
import { SwitchAt } from '../switch-at'
import { timeText } from '../time'
import type { HoldView } from './hold-notice'

type Checkout = {
	path: string
	cells: number
	totalPence: number
	reference: string
	/** Whether nothing is to be paid for it. */
	free: boolean
	situation: HoldView | null
}

/** A link back to an open checkout, with the state of its hold. */
export function OpenCheckout(checkout: Checkout) {
	const { cells, situation, free } = checkout
	const [it, is] = cells === 1 ? ['It', 'is'] : ['They', 'are']
	const noMoney = free ? '' : ' Please do not transfer any money for this order now.'
	switch (situation?.kind) {
		case 'held':
			return (
				<Box
					{...checkout}
					isQuiet={false}
					text={
						<SwitchAt at={situation.until} over={`${it} ${is} not on hold for you any more.`}>
							{it} {is} on hold for you until {timeText(situation.until)}.
						</SwitchAt>
					}
				/>
			)
		case 'on-hold':
			return (
				<Box
					{...checkout}
					text={`${unavailableMessage(situation.taken)} ${unavailableAdvice(situation.taken)}${noMoney}`}
				/>
			)
		case 'gone':
			return <Box {...checkout} text={`${unavailableMessage(situation.taken)}${noMoney}`} />
		default:
			return <Box {...checkout} text={`${it} ${is} not on hold for you.`} />
	}
}

function Box({
	path,
	cells,
	totalPence,
	reference,
	text,
	isQuiet = true,
}: Checkout & { text: ReactNode; isQuiet?: boolean }) {
	return (
		<NextStep title="You have an open checkout" href={path} label="Return to the checkout" isQuiet={isQuiet}>
			{countLabel(cells)} for <Money pence={totalPence} />, reference{' '}
			<span className="figures">{reference}</span>. {text}
		</NextStep>
	)
}
