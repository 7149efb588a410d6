import { formatPounds } from '~/domain/money'
import type { PendingConfirmation } from '~/domain/orders/review/four-eyes.server'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { orderPath } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { formatDay } from '~/domain/time'
import { useList } from '../lists/use-list'
import { Notice } from '../notice'
import { Time } from '../time'

type Props = { rule: PendingConfirmation['rule']; first: PendingConfirmation['approval'] }

function SecondText({ rule, first }: Props) {
	return (
		<>
			{rule} {first?.barred ?? 'You are the second.'}
		</>
	)
}

/** The first approval, if two administrators have to approve. */
export function SecondAdministratorNotice({ rule, first }: Props) {
	if (!first) return null
	return (
		<Notice tone="warning">
			<p>
				<strong>
					Approved by {first.by}, <Time at={first.at} />.
				</strong>{' '}
				<SecondText rule={rule} first={first} />
			</p>
			{first.reason ? <q className="wrap-anywhere">{first.reason}</q> : null}
		</Notice>
	)
}

/** Money that one administrator has sent back and another has to confirm. */
export function SendBackNotice({ rule, first, order }: Props & { order: ReviewedOrder }) {
	const list = useList()
	if (!first) return null
	const path = first.statementId
		? `/admin/statements/${first.statementId}`
		: canDecide(order, 'refund')
			? orderPath(order.id, list, 'refund')
			: orderPath(order.id, list, 'payments/new', { direction: 'out' })
	return (
		<Notice tone="warning">
			<p className="wrap-anywhere">
				<strong>
					{formatPounds(first.pence)} sent back on {first.bookedOn ? formatDay(first.bookedOn) : null}
					{first.bankReference ? `, ${first.bankReference}` : null}: decided by {first.by},{' '}
					<Time at={first.at} />.
				</strong>{' '}
				It is not booked yet. <SecondText rule={rule} first={first} />
			</p>
			{first.barred ? null : (
				<p>
					<a className="link" href={path}>
						{first.statementId ? 'Confirm it on the statement' : 'Confirm it'}
					</a>
				</p>
			)}
		</Notice>
	)
}
