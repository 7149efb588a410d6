import { pluralize } from '~/domain/text'
import { Button, ButtonLink } from '../button'
import { Countdown } from '../time'
import { CodeInput } from './code-input'
import { ErrorSummary } from './error-summary'

export type StepRefusal = { message: string; field?: string | undefined; title?: string | undefined }

/** Shown in place of a step that cannot be read now: the reason, and a link to try again. */
export function StepUnreadable({ refusal, href }: { refusal: StepRefusal; href: string }) {
	return (
		<>
			<ErrorSummary items={[{ text: refusal.message }]} title={refusal.title} />
			<ButtonLink variant="secondary" wide href={href}>
				Try again
			</ButtonLink>
		</>
	)
}

/**
 * Entering a one-time code and requesting a new one, for every flow with a code. Two forms, so that requesting a new
 * code is never stopped by empty inputs. Times in UTC ms.
 */
export function CodeStep({
	expiresAt,
	resendAfter,
	triesLeft,
	now,
	refusal,
	verify,
	resend,
}: {
	expiresAt: number
	resendAfter: number
	triesLeft: number
	now: number
	refusal: StepRefusal | undefined
	/** The labels of the buttons. */
	verify: string
	resend: string
}) {
	const expired = 'none, the code has expired'
	const isAboutCode = refusal?.field === 'digit'
	return (
		<>
			<form method="post" className="form">
				{refusal ? (
					<div id="code-error">
						<ErrorSummary
							items={[{ id: isAboutCode ? 'code' : undefined, text: refusal.message }]}
							title={refusal.title}
							takesFocus={!isAboutCode}
						/>
					</div>
				) : null}
				<CodeInput
					id="code"
					errorId="code-error"
					isInvalid={isAboutCode}
					autoFocus={!refusal || isAboutCode}
				/>
				<div className="figures text-sm text-muted">
					<p>
						Time remaining:{' '}
						<strong className="font-semibold text-fg">
							{now < expiresAt ? <Countdown until={expiresAt} after={expired} isSoon /> : expired}
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
								isSoon
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
