/** The steps of a short flow. `current` counts from 0; `end`: the label after the last step. */
export function Stepper({
	steps,
	current,
	end,
	label,
}: {
	steps: { label: string; href: string }[]
	current: number
	end: string
	label: string
}) {
	const next = steps[current + 1]?.label
	return (
		<nav aria-label={label}>
			<ol className="steps">
				{steps.map((step, index) => (
					<li
						key={step.label}
						aria-current={index === current ? 'step' : undefined}
						data-done={index < current || undefined}
					>
						<span className="figures block text-xs max-md:hidden">
							{index + 1} of {steps.length}
							{index < current ? <span className="sr-only">, done</span> : null}
						</span>{' '}
						{index < current ? (
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
