import type { Arrived } from '~/domain/statements/entry'
import type { Match, MatchedOrder } from '~/domain/statements/rules'
import { dayText } from '~/domain/time'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { Notice } from '../notice'
import { Table } from '../table'
import { MatchWords } from './match'
import { paymentColumns } from './payment-columns'

export type PreviewRow = {
	entry: Arrived & { id: string }
	match: Match
	orders: MatchedOrder[]
	paidIn?: string
	isOwed?: boolean
}

/** What a file says before anything of it is stored. `carried`: the file itself, for the form that imports it. */
export function StatementPreview({
	name,
	carried,
	format,
	rows,
	notes,
}: {
	name: string
	carried: string
	format: string
	rows: PreviewRow[]
	notes: string[]
}) {
	const count = rows.length.toLocaleString('en-GB')
	return (
		<>
			<Notice title="Nothing is stored yet">
				<p>
					{name}, read as {format}: {count} new {rows.length === 1 ? 'payment' : 'payments'}.{' '}
					{notes.join(' ')}
				</p>
			</Notice>
			<form method="post" encType="multipart/form-data" className="form">
				<input type="hidden" name="carried" value={carried} />
				<input type="hidden" name="name" value={name} />
				<div className="actions">
					<ButtonLink variant="secondary" href="/admin/statements">
						Cancel
					</ButtonLink>
					<Button name="intent" value="import" busy="Importing...">
						{rows.length > 0
							? `Import ${count} ${rows.length === 1 ? 'payment' : 'payments'}`
							: 'Record what was taken back'}
					</Button>
				</div>
			</form>
			{rows.length > 0 ? (
				<Card flush title="Payments in this file">
					<Table
						wide
						caption="Payments in this file"
						columns={[
							...paymentColumns<PreviewRow>(row => row.entry),
							{
								title: 'Match',
								cell: row => (
									<MatchWords {...row} returned={row.entry.back !== undefined}>
										{row.entry.back ? (
											<span className="text-xs text-muted">
												This file says so, on {dayText(row.entry.back.on)}.
											</span>
										) : null}
									</MatchWords>
								),
							},
						]}
						rows={rows}
						rowKey={row => row.entry.id}
						rowData={row => ({ 'data-entry': row.entry.id, 'data-match': row.match })}
						empty="No payments"
					/>
				</Card>
			) : null}
		</>
	)
}
