import type { SessionEntry } from '~/domain/accounts/profile/sessions.queries.server'
import type { Role } from '~/domain/accounts/rules'
import { describeCodesLeft } from '~/domain/accounts/rules'
import type { SecondFactorView } from '~/domain/accounts/second-factor/second-factor.server'
import { Badge } from '../badge'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { Time } from '../time'
import { SessionList } from './session-list'

const SHOWN = 3

type Props = {
	area: Role
	secondFactor: SecondFactorView
	sessions: SessionEntry[]
}

/** The security settings on both settings pages: two-factor authentication and sessions. */
export function SecurityCards({ area, secondFactor, sessions }: Props) {
	return (
		<>
			<SecondFactorCard area={area} secondFactor={secondFactor} />
			<SessionsCard area={area} sessions={sessions.slice(0, SHOWN)} count={sessions.length} />
		</>
	)
}

function SecondFactorCard({ area, secondFactor }: { area: Role; secondFactor: SecondFactorView }) {
	const on = secondFactor.state === 'on' ? secondFactor : null
	return (
		<Card
			title="Two-factor authentication"
			aside={on ? <Badge status="on" variant="approved" /> : <Badge status="off" variant="off" />}
		>
			<div className="grid justify-items-start gap-5 wrap-anywhere">
				{on ? (
					<p className="max-w-text text-sm">
						On since <Time at={on.since} dateOnly />. {describeCodesLeft(on.codesLeft)}
					</p>
				) : (
					<p className="max-w-text text-sm">
						A code from an app, entered after your password. A stolen password alone is then not enough to log
						in.
					</p>
				)}
				<ButtonLink variant="secondary" href={`/${area}/setting/second-factor`}>
					{on ? 'Change two-factor authentication' : 'Set up two-factor authentication'}
				</ButtonLink>
			</div>
		</Card>
	)
}

function SessionsCard({ area, sessions, count }: { area: Role; sessions: SessionEntry[]; count: number }) {
	return (
		<Card title="Sessions" flush>
			<SessionList sessions={sessions} />
			<div className="card-body flex flex-wrap gap-3 border-t border-line">
				<ButtonLink variant="secondary" href={`/${area}/setting/sessions`}>
					{count > SHOWN ? `See all ${count} sessions` : 'See and end sessions'}
				</ButtonLink>
				<ButtonLink variant="quiet" className="-ml-2" href={`/${area}/setting/keys`}>
					API keys
				</ButtonLink>
			</div>
		</Card>
	)
}
