import type { Role } from '~/domain/accounts/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'

import type { SentInvitation } from '~/domain/transfers/history/sent-queries.server'
import { listedPath } from '~/domain/transfers/rules'

import { AuditLink } from '../audit-link'
import { Facts } from '../facts'

import { Places } from '../orders/places'
import { Time } from '../time'

/** The way back from an invitation that can no longer be changed. */
export const getBackLink = (area: Role) => ({
	backHref: listedPath(area),
	backLabel: area === 'admin' ? 'Pixel Management' : 'Sell Pixels',
})

/** The recipient and pixels of an invitation, and when it was sent. */
export function SentFacts({ sent, area }: { sent: SentInvitation; area: Role }) {
	return (
		<div className="grid gap-3">
			<Facts
				items={{
					Email: sent.recipientEmail,
					'Total Pixels': formatPixelCount(sent.cells.length),
					Sent: <Time at={sent.createdAt} />,
					Until: sent.until !== null && <Time at={sent.until} />,
					'On record': area === 'admin' && <AuditLink subject={sent.id} />,
				}}
			/>
			<Places cells={sent.cells} />
		</div>
	)
}
