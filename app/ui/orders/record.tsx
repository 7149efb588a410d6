import type { OrderEmails } from '~/domain/mail/queries.server'
import { formatPounds } from '~/domain/money'
import { formatOrderAction } from '~/domain/orders/review/labels'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { AuditLink } from '../audit-link'
import { Badge } from '../badge'
import { Card } from '../card'
import { Time } from '../time'

type Entry = ReviewedOrder['history'][number]

type Props = {
	orderId: string
	entries: readonly Entry[]
	emails: OrderEmails
}

/** The events of an order, newest first: actors, actions, and its emails with links to read them. */
export function OrderRecord({ orderId, entries, emails }: Props) {
	const all = [
		...entries.map(entry => ({ at: entry.at, id: entry.id, words: <Action {...entry} /> })),
		...emails.mails.map(mail => ({ at: mail.createdAt, id: mail.id, words: <Email {...mail} /> })),
	].sort((a, b) => b.at - a.at)
	return (
		<Card title="Record" aside={<AuditLink subject={orderId} />} flush>
			<ol className="record">
				{all.map(({ at, id, words }) => (
					<li key={id}>
						<Time at={at} short /> <div>{words}</div>
					</li>
				))}
			</ol>
			{all.length === 0 ? <p className="help px-4 pb-3">Nothing is on record.</p> : null}
			{emails.isCapped ? <p className="help px-4 pb-3">Only the newest emails are listed.</p> : null}
		</Card>
	)
}

function Action({ action, actor, detail }: Entry) {
	const { pence, reason = detail?.['note'] } = detail ?? {}
	return (
		<>
			{formatOrderAction(action)}
			{typeof pence === 'number' ? `, ${formatPounds(Math.abs(pence))},` : null}
			{actor ? ` by ${actor}` : null}
			{typeof reason === 'string' ? <q className="block wrap-anywhere">{reason}</q> : null}
		</>
	)
}

function Email({ id, subject, recipient, status }: OrderEmails['mails'][number]) {
	return (
		<>
			Email{' '}
			<dialog-link>
				<a className="link wrap-anywhere" href={`/admin/outbox/${id}`}>
					{subject}
				</a>
			</dialog-link>{' '}
			<small className="wrap-anywhere text-muted">to {recipient}</small> <Badge status={status} />
		</>
	)
}
