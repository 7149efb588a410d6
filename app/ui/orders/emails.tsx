import type { OrderMails } from '~/domain/mail/queries.server'
import { Badge } from '../badge'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Time } from '../time'

type Mail = OrderMails['mails'][number]

/** The emails about an order, newest first; each opens on a page of its own. */
export function OrderEmails({
	order: { id, accountDeletedAt },
	emails,
}: {
	order: { id: string; accountDeletedAt: number | null }
	emails: OrderMails
}) {
	return (
		<Card
			flush
			title="Emails"
			aside={
				accountDeletedAt === null ? (
					<dialog-link>
						<a className="link link-alone text-sm" href={`/admin/transactions/${id}/email`}>
							Write to the buyer
						</a>
					</dialog-link>
				) : null
			}
		>
			<Table
				caption="Emails about this order"
				columns={COLUMNS}
				rows={emails.mails}
				rowKey={mail => mail.id}
				empty="No email was written about this order."
			/>
			{emails.isCapped ? (
				<p className="px-5 pb-5 text-sm text-muted">Only the newest emails are listed.</p>
			) : null}
		</Card>
	)
}

const COLUMNS: Column<Mail>[] = [
	{
		title: 'Subject',
		cell: mail => (
			<dialog-link>
				<a className="link link-alone wrap-anywhere" href={`/admin/outbox/${mail.id}`}>
					{mail.subject}
				</a>
			</dialog-link>
		),
	},
	{ title: 'To', cell: mail => <span className="wrap-anywhere">{mail.recipient}</span> },
	{ title: 'Written', cell: mail => <Time at={mail.createdAt} /> },
	{ title: 'State', cell: mail => <Badge status={mail.status} /> },
]
