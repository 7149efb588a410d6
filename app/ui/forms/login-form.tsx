import { type SubmissionResult, useForm } from '@conform-to/react'
import type { z } from 'zod'
import type { LoginForm as Schema } from '~/domain/accounts/schema'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { Button } from '../button'
import { GoogleSignIn, GoogleSubmit } from '../layout/auth-page'
import { Notice } from '../notice'
import { CookieCheck } from './cookie-check'
import { ErrorSummary } from './error-summary'
import { InputField, PasswordField } from './field'

type Fields = z.input<typeof Schema>

/** Email and password, and the other ways in. A form that was interrupted travels along, sealed. */
export function LoginForm({
	refused,
	defaultValue,
	google,
	toForgotten = {},
}: {
	refused?: { result: SubmissionResult<string[]>; title: string | undefined } | undefined
	defaultValue: { [Name in keyof Fields]?: Fields[Name] | undefined }
	/** Sign-in with Google is configured. */
	google: boolean
	/** Further attributes of the link to a forgotten password. */
	toForgotten?: { target?: '_blank' }
}) {
	const [form, fields] = useForm<Fields>({
		id: 'login',
		lastResult: refused?.result ?? null,
		defaultValue,
		constraint: { email: { required: true }, password: { required: true } },
	})
	const hidden = [fields.redirectTo, fields.sealedForm].filter(field => field.defaultValue)
	const isCarrying = Boolean(fields.sealedForm.defaultValue)
	return (
		<>
			<form
				method="post"
				action={withRedirectTo(defaultValue.redirectTo, '/login')}
				id={form.id}
				className="form"
			>
				<ErrorSummary form={form} title={refused?.title} />
				<CookieCheck />
				{isCarrying && refused ? <StillKept /> : null}
				{hidden.map(field => (
					<input key={field.name} type="hidden" name={field.name} value={field.defaultValue} />
				))}
				<InputField field={fields.email} label="Email" type="email" autoComplete="username" maxLength={254} />
				<PasswordField
					field={fields.password}
					label="Password"
					autoComplete="current-password"
					maxLength={128}
				/>
				<p className="-mt-3 text-sm">
					<a className="link link-alone" href="/forgot-password" {...toForgotten}>
						Forgot Password?
					</a>
				</p>
				<Button wide busy="Logging in...">
					Log In
				</Button>
				{google && isCarrying ? <GoogleSubmit /> : null}
			</form>
			{google && !isCarrying ? <GoogleSignIn redirectTo={defaultValue.redirectTo} /> : null}
		</>
	)
}

function StillKept() {
	return (
		<Notice>
			<p>What you had typed before is still kept.</p>
		</Notice>
	)
}
