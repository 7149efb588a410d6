import type { ReactNode } from 'react'
import { type CheckoutStep, checkoutPath } from '~/domain/orders/rules'
import { pageTitle } from '../layout/page-meta'

type Step = Exclude<CheckoutStep, 'done'>

const TITLES: Readonly<Record<Step, string>> = {
	cells: 'Payment Checkout',
	payment: 'Payment Account Details',
	confirm: 'Payment Confirmation',
}

/** Returns the title of a step. If nothing is to be paid there is no payment to confirm. */
function stepTitle(step: Step, isFree: boolean): string {
	return step === 'confirm' && isFree ? 'Order Confirmation' : TITLES[step]
}

type CheckoutFrameProps = {
	orderId: string
	current: Step
	isFree: boolean
	intro: ReactNode
	children: ReactNode
}

/** The frame of the steps: stepper, title and content. `isFree`: nothing is to be paid (P14). */
export function CheckoutFrame({ orderId, current, isFree, intro, children }: CheckoutFrameProps) {
	const steps: Step[] = isFree ? ['cells', 'confirm'] : ['cells', 'payment', 'confirm']
	return (
		<div className="checkout">
			<title>{pageTitle(stepTitle(current, isFree))}</title>
			<Stepper
				label="Checkout"
				current={steps.indexOf(current)}
				end={`then we look at your ${isFree ? 'order' : 'receipt'}`}
				steps={steps.map(step => ({
					label: stepTitle(step, isFree),
					// A link would lose the input of the form of step 3; its button Back keeps it.
					href: current === 'confirm' ? undefined : checkoutPath(orderId, step),
				}))}
			/>
			<header className="grid max-w-text gap-2">
				<h1>{stepTitle(current, isFree)}</h1>
				<p className="text-muted">{intro}</p>
			</header>
			{children}
		</div>
	)
}

type StepperProps = {
	steps: { label: string; href: string | undefined }[]
	current: number
	end: string
	label: string
}

/** The steps of a short flow. `current` counts from 0; `end`: the label after the last step. */
export function Stepper({ steps, current, end, label }: StepperProps) {
	const next = steps[current + 1]?.label
	return (
		<nav aria-label={label}>
			<ol className="flex gap-2 text-sm/[1.4]">
				{steps.map((step, index) => (
					<li
						key={step.label}
						className="relative flex-[1_1_0] border-t-2 border-line text-muted aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-fg data-done:border-success md:pt-3"
						aria-current={index === current ? 'step' : undefined}
						data-done={index < current || undefined}
					>
						<span className="figures block text-xs max-md:hidden">
							{index + 1} of {steps.length}
							{index < current ? <span className="sr-only">, done</span> : null}
						</span>{' '}
						{index < current && step.href ? (
							<a
								className="underline underline-offset-4 after:absolute after:inset-0 max-md:hidden"
								href={step.href}
							>
								{step.label}
							</a>
						) : (
							<span className="max-md:hidden">{step.label}</span>
						)}
					</li>
				))}
			</ol>
			{/* In place of the names, where they do not fit. */}
			<p className="pt-2.5 text-sm md:hidden">
				<strong>
					{current + 1} of {steps.length}.
				</strong>{' '}
				{next ? `Next: ${next}` : `Last step: ${end}`}
			</p>
		</nav>
	)
}
