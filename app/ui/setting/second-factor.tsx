import { describeCodesLeft, type Role } from '~/domain/accounts/rules'
import type { SecondFactorView } from '~/domain/accounts/second-factor/second-factor.server'
import type { QrCode } from '~/server/auth/authenticator.server'
import type { RefusedForm } from '~/server/forms/form.server'
import { Badge } from '../badge'
import { Button, ButtonLink, CopyButton } from '../button'
import { Card } from '../card'
import { CURRENT_PASSWORD } from '../forms/person-fields'
import { TableForm } from '../forms/table-form'
import { Time } from '../time'

/* Sets up, confirms, changes and turns off one's own two-factor authentication. */

type View<State> = Extract<SecondFactorView, { state: State }>
type Refused = { refused: RefusedForm | undefined }

const CODE = { label: 'Code', autoComplete: 'one-time-code', maxLength: 60 } as const

/** First step: creates a key. `asksPassword`: the sign-in is not recent, so the password is needed. */
export function StartSecondFactor({ asksPassword, refused }: Refused & { asksPassword: boolean }) {
	return (
		<Card title="Set it up">
			<TableForm
				id="start"
				className="form max-w-form"
				table={asksPassword ? { currentPassword: CURRENT_PASSWORD } : {}}
				refused={refused}
				intro={
					<p className="text-sm">
						You need an authenticator app. Many phones and password managers include one. It takes a key from
						us and makes a new code from it every thirty seconds.
					</p>
				}
			>
				<Button className="justify-self-start" name="intent" value="start">
					Set up two-factor authentication
				</Button>
			</TableForm>
		</Card>
	)
}

/** Second step: shows the key and asks for its first code. */
export function SetUpSecondFactor({
	area,
	view: { key, link, qr },
	refused,
}: Refused & { area: Role; view: View<'setup'> }) {
	return (
		<Card title="Give your app the key">
			<div className="grid gap-x-10 gap-y-8 md:grid-cols-[auto_minmax(0,1fr)]">
				<QrPicture code={qr} label="The key as a picture to scan" />
				<div className="grid content-start gap-6">
					<div className="grid gap-3 text-sm">
						<p>
							Scan the code with your authenticator app. On the phone itself,{' '}
							<a className="link" href={link}>
								open the key in the app
							</a>
							. Or type it in:
						</p>
						<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
							{/* Displayed in groups, copied without spaces. */}
							<code className="text-md font-semibold">
								{[...key.matchAll(/.{1,4}/g)].map(({ index, 0: group }) => (
									<span key={index} className="mr-2 inline-block">
										{group}
									</span>
								))}
							</code>
							<CopyButton text={key} label="key" />
						</p>
						<p className="text-muted">Time-based, six digits, thirty seconds, SHA-1.</p>
					</div>
					<TableForm
						id="verify"
						className="form max-w-form border-t border-line pt-6"
						table={{
							code: { ...CODE, help: 'The six digits that the app shows now.', inputMode: 'numeric' },
						}}
						refused={refused}
					>
						<div className="actions">
							<Button name="intent" value="verify">
								Turn on
							</Button>
							<ButtonLink variant="quiet" href={`/${area}/setting`}>
								Not now
							</ButtonLink>
						</div>
					</TableForm>
				</div>
			</div>
		</Card>
	)
}

/**
 * Active two-factor authentication: new recovery codes, or turning it off. Both ask for password and code, because a stolen
 * session must not be enough.
 */
export function ChangeSecondFactor({
	view: { since, codesLeft },
	isRequired,
	hasPassword,
	refused,
}: Refused & { view: View<'on'>; isRequired: boolean; hasPassword: boolean }) {
	const { help: _, ...password } = CURRENT_PASSWORD
	const help = 'Six digits from your app, or one of your recovery codes.'
	return (
		<Card title="Two-factor authentication" aside={<Badge status="on" variant="approved" />}>
			<TableForm
				id="change"
				className="form max-w-form"
				table={{ ...(hasPassword ? { currentPassword: password } : {}), code: { ...CODE, help } }}
				refused={refused}
				intro={
					<p className="text-sm">
						On since <Time at={since} />. {describeCodesLeft(codesLeft)}
					</p>
				}
			>
				<div className="actions">
					<Button variant="secondary" name="intent" value="renew-codes">
						Create new recovery codes
					</Button>
					{isRequired ? null : (
						<Button variant="danger" name="intent" value="turn-off">
							Turn off
						</Button>
					)}
				</div>
				{isRequired ? <p className="help">It stays on: the settings require it of administrators.</p> : null}
			</TableForm>
		</Card>
	)
}

/** New recovery codes in plain text. No later page shows them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
	return (
		<Card title="Your recovery codes" aside={<CopyButton text={codes.join('\n')} label="all ten" />}>
			<div className="grid gap-5">
				<p className="max-w-text text-sm">
					Each of them works once, in place of a code from your app. Write them down or print them, and keep
					them where you can find them without your phone. <strong>They are shown only once.</strong>
				</p>
				<ol className="figures grid max-w-form gap-x-8 gap-y-2 sm:grid-cols-2">
					{codes.map(code => (
						<li key={code}>
							<code className="text-md">{code}</code>
						</li>
					))}
				</ol>
			</div>
		</Card>
	)
}

/* An integer, so that all modules have the same size. */
const UNIT = 4

/* Black on white in every colour scheme, as cameras need it. */
function QrPicture({ code: { size, path }, label }: { code: QrCode; label: string }) {
	return (
		<svg
			className="h-auto max-w-full border border-line"
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			width={size * UNIT}
			height={size * UNIT}
			shapeRendering="crispEdges"
		>
			<path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
			<path fill="#000" d={path} />
		</svg>
	)
}
