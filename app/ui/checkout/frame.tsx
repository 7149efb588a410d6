import type { ReactNode } from 'react'
import { type CheckoutStep, checkoutPath } from '~/domain/orders/rules'
import { pageTitle } from '../layout/page-meta'
import { Stepper } from '../stepper'

type Step = Exclude<CheckoutStep, 'done'>

const TITLES: Readonly<Record<Step, string>> = {
	cells: 'Payment Checkout',
	payment: 'Payment Account Details',
	confirm: 'Payment Confirmation',
}

/** Returns the title of a step. If nothing is to be paid there is no payment to confirm. */
function stepTitle(step: Step, free: boolean): string {
	return step === 'confirm' && free ? 'Order Confirmation' : TITLES[step]
}

/** The frame of the steps: stepper, title and content. `free`: nothing is to be paid (P14). */
export function CheckoutFrame({
	orderId,
	current,
	free,
	intro,
	children,
}: {
	orderId: string
	current: Step
	free: boolean
	intro: ReactNode
	children: ReactNode
}) {
	const steps: Step[] = free ? ['cells', 'confirm'] : ['cells', 'payment', 'confirm']
	return (
		<div className="checkout">
			<title>{pageTitle(stepTitle(current, free))}</title>
			<Stepper
				label="Checkout"
				current={steps.indexOf(current)}
				end={`then we look at your ${free ? 'order' : 'receipt'}`}
				steps={steps.map(step => ({ label: stepTitle(step, free), href: checkoutPath(orderId, step) }))}
			/>
			<header className="grid max-w-text gap-2">
				<h1>{stepTitle(current, free)}</h1>
				<p className="text-muted">{intro}</p>
			</header>
			{children}
		</div>
	)
}
