import type { SecondFactorView } from '~/domain/accounts/second-factor.queries.server'
import { codesLeftText } from '~/domain/accounts/second-factor-rules'
import type { SessionEntry } from '~/domain/accounts/sessions.queries.server'
import { Badge } from '../badge'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { Time } from '../time'
import { SessionList } from './session-list'

const SHOWN = 3

/** How an account is kept safe, as both settings pages show it: the second factor, and where it is signed in. */
export function SecurityCards({
	area,
	secondFactor,
	sessions,
}: {
	area: 'user' | 'admin'
	secondFactor: SecondFactorView
	sessions: SessionEntry[]
}) {
	const isOn = secondFactor.state === 'on'
	return (
		<>
			<Card
				title="Second factor"
				aside={isOn ? <Badge status="on" look="approved" /> : <Badge status="off" look="off" />}
			>
				<div className="grid justify-items-start gap-5">
					{isOn ? (
						<p className="max-w-text text-sm">
							On since <Time at={secondFactor.since} dateOnly />. {codesLeftText(secondFactor.codesLeft)}
						</p>
					) : (
						<p className="max-w-text text-sm">
							A code from an app, asked for after your password. Whoever learns your password cannot log in
							without it.
						</p>
					)}
					<ButtonLink variant="secondary" href={`/${area}/setting/second-factor`}>
						{isOn ? 'Change the second factor' : 'Set up a second factor'}
					</ButtonLink>
				</div>
			</Card>
			<Card title="Sessions" flush>
				<SessionList sessions={sessions.slice(0, SHOWN)} />
				<div className="flex flex-wrap gap-3 border-t border-line p-5">
					<ButtonLink variant="secondary" href={`/${area}/setting/sessions`}>
						{sessions.length > SHOWN ? `See all ${sessions.length} sessions` : 'See and end sessions'}
					</ButtonLink>
					<ButtonLink variant="quiet" href={`/${area}/setting/keys`}>
						Keys for the API
					</ButtonLink>
				</div>
			</Card>
		</>
	)
}
