import { FieldErrors, type FieldMeta } from './field'

/**
 * Six inputs for a one-time code, all named `digit`; the server joins them in order. The first accepts a whole code, so
 * that pasting and autofill work without scripts, also one with a space in its middle.
 */
export function CodeInput({
	field,
	legend = 'Six-digit code',
	autoFocus = true,
	saysErrors = true,
}: {
	field: Pick<FieldMeta, 'id' | 'errors' | 'errorId'>
	legend?: string
	autoFocus?: boolean
	/** False when the element with the id `errorId` is elsewhere. */
	saysErrors?: boolean
}) {
	const invalid = Boolean(field.errors?.length)
	return (
		<code-input>
			<fieldset
				className="field"
				aria-describedby={[`${field.id}-help`, invalid ? field.errorId : ''].join(' ').trim()}
			>
				<legend className="label mb-1.5">{legend}</legend>
				<div className="digits">
					{[1, 2, 3, 4, 5, 6].map(place => (
						<input
							key={place}
							id={place === 1 ? field.id : undefined}
							className="input"
							name="digit"
							type="text"
							inputMode="numeric"
							pattern={place === 1 ? '[0-9 ]{1,7}' : '[0-9]'}
							maxLength={place === 1 ? 7 : 1}
							size={place === 1 ? 6 : 1}
							autoComplete={place === 1 ? 'one-time-code' : 'off'}
							aria-label={`Digit ${place} of 6`}
							aria-invalid={invalid || undefined}
							// biome-ignore lint/a11y/noAutofocus: the page has this one purpose
							autoFocus={(autoFocus && place === 1) || undefined}
						/>
					))}
				</div>
				<p className="help without-scripts" id={`${field.id}-help`}>
					Type all six digits into the first box.
				</p>
				{saysErrors ? <FieldErrors field={{ ...field, name: 'digit', descriptionId: '' }} /> : null}
			</fieldset>
		</code-input>
	)
}
