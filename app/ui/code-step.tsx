import { Button } from './button'
import { CodeInput } from './code-input'
import { ErrorSummary } from './error-summary'
import { Countdown } from './time'

/**
 * The entry of a one-time code and the request for a new one, for every flow with a code (specification 1, section 4.7). Two
 * forms, so that asking for a new code never stumbles over empty boxes. Times in UTC ms.
 */
export function CodeStep({
	expiresAt,
	resendAfter,
	now,
	refusal,
	verify,
	resend,
}: {
	expiresAt: number
	resendAfter: number
	now: number
	refusal: { message: string; field?: string | undefined; title?: string | undefined } | undefined
	/** The words on the buttons. */
	verify: string
	resend: string
}) {
	const expired = 'none, the code has expired'
	const isAboutCode = refusal?.field === 'digit'
	return (
		<>
			<form method="post" className="form">
				{refusal ? (
					<ErrorSummary
						items={[{ id: isAboutCode ? 'code' : undefined, text: refusal.message }]}
						{...(refusal.title ? { title: refusal.title } : {})}
					/>
				) : null}
				<CodeInput
					field={{
						id: 'code',
						errorId: 'code-error',
						errors: isAboutCode ? [refusal.message] : undefined,
					}}
					autoFocus={!refusal}
				/>
				<p className="text-sm text-muted">
					Time remaining:{' '}
					<strong className="font-semibold text-fg">
						{now < expiresAt ? <Countdown until={expiresAt} over={expired} /> : expired}
					</strong>
				</p>
				<Button wide name="intent" value="verify" data-busy="Verifying...">
					{verify}
				</Button>
			</form>
			<form method="post" className="grid gap-3 border-t border-line pt-6 text-sm text-muted">
				<p>
					No code? Look among unwanted mail. A new one can be sent{' '}
					<Countdown id="resend-clock" until={resendAfter} wordsBefore="after" clockBefore="in " over="now" />
					.
				</p>
				<Button
					variant="secondary"
					name="intent"
					value="resend"
					data-after="resend-clock"
					data-busy="Sending..."
				>
					{resend}
				</Button>
			</form>
		</>
	)
}
