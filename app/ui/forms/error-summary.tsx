/** `id`: of the field with the error; `href`: a link in its place. */
type Item = { id?: string | undefined; href?: string | undefined; text: string }

/** The part of conform's FormMetadata that a summary reads. */
export type FormErrors = { id: string; allErrors: Record<string, string[]> }

/** The labels of a form's fields by name, in the order of the page. */
export type FieldLabels = Readonly<Record<string, string>>

/**
 * Returns one item per error, in the order of the page; errors without a labelled field come first. A repeated message
 * names its field. In conform the id of a field is the form's id, a hyphen and its name.
 */
export function errorItems({ id, allErrors }: FormErrors, labels: FieldLabels = {}): Item[] {
	const order = Object.keys(labels)
	const found = Object.entries(allErrors)
		.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
		.flatMap(([name, texts]) => texts.map(text => ({ name, text })))
	return found.map(({ name, text }) => {
		const isAlone = found.filter(other => other.text === text).length === 1
		const label = labels[name]
		return {
			id: name ? `${id}-${name}` : undefined,
			text: isAlone || label === undefined ? text : `${label}: ${text}`,
		}
	})
}

/** Lists above the form what has to be corrected. */
export function ErrorSummary({
	form,
	labels,
	items = form ? errorItems(form, labels) : [],
	title = 'Please look at this again',
	takesFocus = true,
}: {
	form?: FormErrors | undefined
	labels?: FieldLabels
	items?: Item[]
	title?: string | undefined
	/** False where a field takes the focus. */
	takesFocus?: boolean
}) {
	if (items.length === 0) return null
	return (
		<error-summary
			className="notice tone-error"
			role="alert"
			tabIndex={-1}
			// biome-ignore lint/a11y/noAutofocus: after a refused form the summary is where reading starts
			autoFocus={takesFocus}
		>
			<p className="font-semibold">{title}</p>
			<ul>
				{items.map(({ id, href = id && `#${id}`, text }) => (
					<li key={`${id}${text}`}>
						{href ? (
							<a className="inline-block py-0.5 underline underline-offset-4" href={href}>
								{text}
							</a>
						) : (
							text
						)}
					</li>
				))}
			</ul>
		</error-summary>
	)
}
