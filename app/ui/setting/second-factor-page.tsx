import type { SecondFactorView } from '~/domain/accounts/second-factor/second-factor.queries.server'
import type { RefusedForm } from '~/server/forms/form.server'
import { PageTitle } from '../layout/page-title'
import { Notice } from '../notice'
import { RecoveryCodes } from './recovery-codes'
import { ChangeSecondFactor } from './second-factor-change'
import { SetUpSecondFactor, StartSecondFactor } from './second-factor-setup'
import { SettingTrail } from './setting-trail'

export type SecondFactorProps = {
	area: 'user' | 'admin'
	view: SecondFactorView
	/** The house demands it of administrators. */
	isDemanded: boolean
	hasPassword: boolean
	/** The sign-in is not fresh: the password has to be entered once more. */
	asksPassword: boolean
	/** In clear, this once. */
	recoveryCodes: string[]
	refused: RefusedForm | undefined
}

/** The second factor of one's own account: set up, confirmed, changed, turned off. */
export function SecondFactorPage(props: SecondFactorProps) {
	const { area, view, isDemanded, recoveryCodes } = props
	return (
		<>
			<SettingTrail area={area} />
			<PageTitle
				title="Second factor"
				intro="A code from an app, asked for after your password. Whoever learns your password cannot log in without it."
			/>
			{isDemanded && view.state !== 'on' ? (
				<Notice tone="warning" title="Please set this up first">
					<p>The administration of this house is open only to administrators with a second factor.</p>
				</Notice>
			) : null}
			{recoveryCodes.length > 0 ? <RecoveryCodes codes={recoveryCodes} /> : null}
			{view.state === 'off' ? <StartSecondFactor {...props} /> : null}
			{view.state === 'setup' ? <SetUpSecondFactor {...props} view={view} /> : null}
			{view.state === 'on' ? <ChangeSecondFactor {...props} view={view} /> : null}
		</>
	)
}
