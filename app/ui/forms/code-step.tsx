import { joinDigits } from '~/domain/accounts/schema'
import { pluralize } from '~/domain/text'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button, ButtonLink } from '../button'
import { Countdown } from '../time'
import { ErrorSummary } from './error-summary'

type StepUnreadableProps = {
	message: string
	title?: string | undefined
	href: string
}

/** Shown in place of a step that cannot be read now: the reason, and a link to try again. */
export function StepUnreadable({ message, title, href }: StepUnreadableProps) {
	return (
		<>
			<ErrorSummary items={[{ text: message }]} title={title} />
			<ButtonLink variant="secondary" wide href={href}>
				Try again
			</ButtonLink>
		</>
	)
}

type CodeStepProps = {
	expiresAt: number
	resendAfter: number
	triesLeft: number
	now: number
	refused: RefusedForm | undefined
	/** The labels of the buttons. */
	verify: string
	resend: string
}

/**
 * Entering a one-time code and requesting a new one, for every flow with a code. Two forms, so that requesting a new
 * code is never stopped by empty inputs. Times in UTC ms.
 */
export function CodeStep({ expiresAt, resendAfter, triesLeft, now, refused, verify, resend }: CodeStepProps) {
	const expired = 'none, the code has expired'
	const { '': ofForm, digit } = refused?.result.error ?? {}
	const isAboutCode = Boolean(digit)
	const sent = [refused?.result.initialValue?.['digit'] ?? []].flat().map(box => String(box ?? ''))
	return (
		<>
			<form method="post" className="form">
				{refused ? (
					<div id="code-error">
						<ErrorSummary
							items={(digit ?? ofForm ?? []).map(text => ({ id: digit ? 'code' : undefined, text }))}
							title={refused.title}
							takesFocus={!isAboutCode}
						/>
					</div>
				) : null}
				<CodeInput
					id="code"
					errorId="code-error"
					isInvalid={isAboutCode}
					typed={joinDigits(sent) === undefined ? sent : []}
					autoFocus={!refused || isAboutCode}
				/>
				<div className="figures text-sm text-muted">
					<p>
						Time remaining:{' '}
						<strong className="font-semibold text-fg">
							{now < expiresAt ? <Countdown until={expiresAt} after={expired} /> : expired}
						</strong>
					</p>
					{now < expiresAt ? <p>{formatTriesLeft(triesLeft)}</p> : null}
				</div>
				<Button wide name="intent" value="verify" busy="Verifying...">
					{verify}
				</Button>
			</form>
			<form method="post" className="grid gap-3 border-t border-line pt-6 text-sm text-muted">
				<div>
					<p>No code? Look in the spam folder.</p>
					<p>
						A new one can be sent{' '}
						{now < resendAfter ? (
							<Countdown
								enables="resend"
								until={resendAfter}
								wordsBefore="after"
								clockBefore="in "
								after="now"
							/>
						) : (
							'now'
						)}
						.
					</p>
				</div>
				<Button variant="secondary" name="intent" value="resend" id="resend" busy="Sending...">
					{resend}
				</Button>
			</form>
		</>
	)
}

/** "5 tries left" */
function formatTriesLeft(left: number): string {
	return left === 0 ? 'No tries left' : `${pluralize(left, 'try', 'tries')} left`
}

type CodeInputProps = {
	id: string
	/** The id of the element with the error. */
	errorId: string
	isInvalid: boolean
	/** An incomplete code, to complete it. */
	typed: string[]
	autoFocus: boolean
}

/**
 * Six inputs for a one-time code, all named `digit`; the server joins them in order. The first accepts a whole code, so
 * that pasting and autofill work without scripts, also one with a space in its middle.
 */
export function CodeInput({ id, errorId, isInvalid, typed, autoFocus }: CodeInputProps) {
	return (
		<code-input>
			<fieldset className="field" aria-describedby={isInvalid ? `${id}-help ${errorId}` : `${id}-help`}>
				<legend className="label mb-1.5">Six-digit code</legend>
				{/* Without scripts nothing spreads a code over the boxes: the first is wide enough for the whole of it. */}
				<div className="grid grid-cols-[repeat(6,minmax(0,3.25rem))] gap-2 noscript:max-w-92 noscript:grid-cols-[minmax(7rem,5fr)_repeat(5,minmax(0,2fr))] noscript:gap-1.5">
					{[1, 2, 3, 4, 5, 6].map(place => (
						<input
							key={place}
							id={place === 1 ? id : undefined}
							className="input min-h-14 px-0 text-center text-(length:--text-lg) lining-nums tabular-nums"
							name="digit"
							defaultValue={typed[place - 1]}
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
