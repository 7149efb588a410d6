/**
 * Six inputs for a one-time code, all named `digit`; the server joins them in order. The first accepts a whole code, so
 * that pasting and autofill work without scripts, also one with a space in its middle.
 */
export function CodeInput({
	id,
	errorId,
	isInvalid,
	autoFocus,
}: {
	id: string
	/** The id of the element with the error. */
	errorId: string
	isInvalid: boolean
	autoFocus: boolean
}) {
	return (
		<code-input>
			<fieldset className="field" aria-describedby={isInvalid ? `${id}-help ${errorId}` : `${id}-help`}>
				<legend className="label mb-1.5">Six-digit code</legend>
				<div className="digits">
					{[1, 2, 3, 4, 5, 6].map(place => (
						<input
							key={place}
							id={place === 1 ? id : undefined}
							className="input"
							name="digit"
							type="text"
							inputMode="numeric"
							pattern={place === 1 ? '[0-9 ]{1,7}' : '[0-9]'}
							maxLength={place === 1 ? 7 : 1}
							size={place === 1 ? 6 : 1}
							autoComplete={place === 1 ? 'one-time-code' : 'off'}
							aria-label={`Digit ${place} of 6`}
							aria-invalid={isInvalid || undefined}
							// biome-ignore lint/a11y/noAutofocus: the page has this one purpose
							autoFocus={(autoFocus && place === 1) || undefined}
						/>
					))}
				</div>
				<p className="help without-scripts" id={`${id}-help`}>
					Type all six digits into the first box.
				</p>
			</fieldset>
		</code-input>
	)
}
