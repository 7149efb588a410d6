export type Step = { label: string; href?: string | undefined }

/** Where one is in a journey of a few pages, what is done and what comes next. `current` counts from 0. */
export function Stepper({
	steps,
	current,
	label = 'Progress',
}: {
	steps: Step[]
	current: number
	label?: string
}) {
	return (
		<nav aria-label={label}>
			<ol className="steps">
				{steps.map((step, index) => (
					<li
						key={step.label}
						className="relative"
						aria-current={index === current ? 'step' : undefined}
						data-done={index < current || undefined}
					>
						<span className="figures block text-xs">
							{index + 1} of {steps.length}
							{index < current ? <span className="sr-only">, done</span> : null}
						</span>{' '}
						{step.href && index < current ? (
							<a className="underline underline-offset-4 after:absolute after:inset-0" href={step.href}>
								{step.label}
							</a>
						) : (
							step.label
						)}
					</li>
				))}
			</ol>
		</nav>
	)
}
