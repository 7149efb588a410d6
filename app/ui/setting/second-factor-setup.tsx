import { useForm } from '@conform-to/react'
import type { SecondFactorView } from '~/domain/accounts/second-factor/second-factor.queries.server'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { CopyButton } from '../copy-button'
import { ErrorSummary } from '../forms/error-summary'
import { CurrentPasswordField, InputField } from '../forms/field'
import { QrPicture } from './qr-picture'
import type { SecondFactorProps } from './second-factor-page'

/** The first step: a key is made. */
export function StartSecondFactor({ asksPassword, refused }: SecondFactorProps) {
	const [form, fields] = useForm<{ currentPassword?: string }>({
		id: 'start',
		lastResult: refused?.result,
		constraint: { currentPassword: { required: asksPassword } },
	})
	return (
		<Card title="Set it up">
			<form method="post" id={form.id} className="form max-w-form">
				<ErrorSummary form={form} title={refused?.title} />
				<p className="text-sm">
					You need an authenticator app. Many telephones and password managers bring one along. It takes a key
					from us, and makes a new code of it every thirty seconds.
				</p>
				{asksPassword ? <CurrentPasswordField field={fields.currentPassword} /> : null}
				<Button name="intent" value="start">
					Set up a second factor
				</Button>
			</form>
		</Card>
	)
}

/** The second step: the key is shown, and its first code entered. */
export function SetUpSecondFactor({
	area,
	view: { key, link, qr },
	refused,
}: SecondFactorProps & { view: Extract<SecondFactorView, { state: 'setup' }> }) {
	const [form, fields] = useForm<{ code: string }>({
		id: 'verify',
		lastResult: refused?.result,
		constraint: { code: { required: true } },
	})
	return (
		<Card title="Give your app the key">
			<div className="grid gap-x-10 gap-y-8 md:grid-cols-[auto_minmax(0,1fr)]">
				<QrPicture code={qr} label="The key as a picture to scan" />
				<div className="grid content-start gap-6">
					<div className="grid gap-3 text-sm">
						<p>
							Scan the code with your authenticator app. On the telephone itself,{' '}
							<a className="link" href={link}>
								open the key in the app
							</a>
							. Or type it in:
						</p>
						<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
							<KeyText text={key} />
							<CopyButton text={key} label="key" />
						</p>
						<p className="text-muted">Time-based, six digits, thirty seconds, SHA-1.</p>
					</div>
					<form method="post" id={form.id} className="form max-w-form border-t border-line pt-6">
						<ErrorSummary form={form} title={refused?.title} />
						<InputField
							field={fields.code}
							label="Code"
							help="The six digits that the app shows now."
							inputMode="numeric"
							autoComplete="one-time-code"
							maxLength={60}
						/>
						<div className="actions">
							<Button name="intent" value="verify">
								Turn on
							</Button>
							<ButtonLink variant="quiet" href={`/${area}/setting`}>
								Not now
							</ButtonLink>
						</div>
					</form>
				</div>
			</div>
		</Card>
	)
}

const GROUP = 4

/* In groups to the eye, in one piece to the clipboard. */
function KeyText({ text }: { text: string }) {
	const starts = Array.from({ length: Math.ceil(text.length / GROUP) }, (_, group) => group * GROUP)
	return (
		<code className="text-md font-semibold">
			{starts.map(start => (
				<span key={start} className="mr-2 inline-block">
					{text.slice(start, start + GROUP)}
				</span>
			))}
		</code>
	)
}
