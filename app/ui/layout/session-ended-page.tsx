import type { SessionEnded } from '~/server/auth/session-end.server'
import { LoginForm } from '../forms/login-form'
import { Notice } from '../notice'
import { AuthPage } from './auth-page'
import { PublicLayout } from './public-layout'

/** Shown in reply to a form that arrived after its session had ended: the log-in page, which carries the input. */
export function SessionEndedPage({ unsentForm, redirectTo, email, google }: SessionEnded['sessionEnded']) {
	const { sealed, hadFiles } = unsentForm
	return (
		<PublicLayout signedIn={false}>
			<AuthPage title="Log in">
				<Notice tone="warning" title="Your session has ended">
					<p>
						It ran out, or was ended elsewhere. Nothing has been sent.{' '}
						{sealed
							? 'What you typed is kept: log in as the same person, and the form is there again, filled in.'
							: 'What you typed is too much to be kept. Please enter it again after you have logged in.'}
					</p>
					{hadFiles && sealed ? (
						<p>Files and passwords are not kept. Please choose the files again afterwards.</p>
					) : null}
				</Notice>
				<LoginForm email={email} redirectTo={redirectTo} sealedForm={sealed} google={google} />
			</AuthPage>
		</PublicLayout>
	)
}
