type Item = { id?: string | undefined; text: string }

/** The part of conform's FormMetadata that a summary reads. */
export type FormErrors = { id: string; allErrors: Record<string, string[]> }

/**
 * One line per error; a field's id in conform is the form's id, a hyphen and its name.
 * @param order the names of the fields as they stand on the page; what is not among them comes first.
 */
export function errorItems({ id, allErrors }: FormErrors, order: readonly string[] = []): Item[] {
	const inOrder = Object.entries(allErrors).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
	return inOrder.flatMap(([name, texts]) =>
		texts.map(text => ({ id: name ? `${id}-${name}` : undefined, text })),
	)
}

/** Says once, above the form, what has to be put right. Takes the focus when the page opens. */
export function ErrorSummary({
	form,
	order,
	items = form ? errorItems(form, order) : [],
	title = 'Please look at this again',
}: {
	form?: FormErrors | undefined
	order?: readonly string[]
	items?: Item[]
	title?: string | undefined
}) {
	if (items.length === 0) return null
	return (
		// biome-ignore lint/a11y/noAutofocus: after a refused form the summary is where reading starts
		<div className="notice tone-error" role="alert" tabIndex={-1} autoFocus data-enhance="focus">
			<p className="notice-title">{title}</p>
			<ul>
				{items.map(({ id, text }) => (
					<li key={`${id}${text}`}>
						{id ? (
							<a className="inline-block py-0.5 underline underline-offset-4" href={`#${id}`}>
								{text}
							</a>
						) : (
							text
						)}
					</li>
				))}
			</ul>
		</div>
	)
}
