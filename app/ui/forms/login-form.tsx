import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button } from '../button'
import { GoogleSignIn, GoogleSubmit } from '../layout/auth-page'
import { Notice } from '../notice'
import { CookieCheck, EMAIL, PASSWORD } from './person-fields'
import { TableForm } from './table-form'

/** Email and password, and the other ways to sign in. A form that was interrupted is carried along, sealed. */
export function LoginForm({
	refused,
	email,
	redirectTo,
	sealedForm = refused?.result.initialValue?.['sealedForm'],
	google,
}: {
	refused?: RefusedForm | undefined
	email: string | undefined
	redirectTo: string
	sealedForm?: unknown
	/** Whether sign-in with Google is configured. */
	google: boolean
}) {
	const hidden = Object.entries({ redirectTo, sealedForm }).filter(([, value]) => value)
	return (
		<>
			<TableForm
				id="login"
				action={withRedirectTo(redirectTo, '/login')}
				table={{ email: EMAIL, password: PASSWORD }}
				values={{ email }}
				refused={refused}
				intro={
					<>
						<CookieCheck />
						{sealedForm && refused ? (
							<Notice>
								<p>What you had typed before is still kept.</p>
							</Notice>
						) : null}
						{hidden.map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={String(value)} />
						))}
					</>
				}
			>
				<p className="-mt-3 text-sm">
					<a className="link link-alone" href="/forgot-password" target={sealedForm ? '_blank' : undefined}>
						Forgot Password?
					</a>
				</p>
				<Button wide busy="Logging in...">
					Log In
				</Button>
				{google && sealedForm ? <GoogleSubmit /> : null}
			</TableForm>
			{google && !sealedForm ? <GoogleSignIn redirectTo={redirectTo} /> : null}
		</>
	)
}
