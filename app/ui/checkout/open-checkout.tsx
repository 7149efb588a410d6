import type { ReactNode } from 'react'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { Situation } from '~/domain/orders/queries.server'
import { unavailableAdvice, unavailableMessage } from '~/domain/orders/unavailable-cells'
import { formatShortDateTime } from '~/domain/time'
import { NextStep } from '../dashboard/next-step'
import { Money } from '../money'
import { SwitchAt } from '../time'

type Checkout = {
	path: string
	cells: number
	totalPence: number
	reference: string
	/** Whether nothing is to be paid for it. */
	isFree: boolean
	situation: Situation | null
}

/** A link back to an open checkout, with the state of its hold. */
export function OpenCheckout(checkout: Checkout) {
	const { path, cells, totalPence, reference, situation } = checkout
	return (
		<NextStep
			title="You have an open checkout"
			href={path}
			label="Return to the checkout"
			isQuiet={situation?.kind !== 'held'}
		>
			{formatPixelCount(cells)} for <Money pence={totalPence} />, reference{' '}
			<span className="figures">{reference}</span>. {describeHold(checkout)}
		</NextStep>
	)
}

function describeHold({ cells, situation, isFree }: Checkout): ReactNode {
	const subject = cells === 1 ? 'It is' : 'They are'
	const noMoney = isFree ? '' : ' Please do not transfer any money for this order now.'
	switch (situation?.kind) {
		case 'held':
			return (
				<SwitchAt at={situation.until} after={`${subject} not on hold for you any more.`}>
					{subject} on hold for you until {formatShortDateTime(situation.until)}.
				</SwitchAt>
			)
		case 'on-hold':
			return `${unavailableMessage(situation.taken)} ${unavailableAdvice(situation.taken)}${noMoney}`
		case 'gone':
			return `${unavailableMessage(situation.taken)}${noMoney}`
		default:
			return `${subject} not on hold for you.`
	}
}
