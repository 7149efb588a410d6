import type { ReactNode } from 'react'
import { checkoutPath } from '~/domain/orders/rules'
import { Stepper } from '../stepper'

const STEPS = [
	['Payment Checkout', 'cells'],
	['Payment Account Details', 'payment'],
	['Payment Confirmation', 'confirm'],
] as const

/** The frame of the three steps: where one is, the name of the step, its content. `current` counts from 0. */
export function CheckoutFrame({
	orderId,
	current,
	intro,
	children,
}: {
	orderId: string
	current: 0 | 1 | 2
	intro: ReactNode
	children: ReactNode
}) {
	return (
		<div className="checkout">
			<Stepper
				label="Checkout"
				current={current}
				steps={STEPS.map(([label, step]) => ({ label, href: checkoutPath(orderId, step) }))}
			/>
			<header className="grid max-w-text gap-2">
				<h1>{STEPS[current][0]}</h1>
				<p className="text-sm text-muted">{intro}</p>
			</header>
			{children}
		</div>
	)
}
