import { formatPounds } from '~/domain/money'
import type { previewStatement } from '~/domain/statements/import.server'
import { pluralize } from '~/domain/text'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { Table } from '../lists/table'
import { Notice } from '../notice'
import { proposalColumns } from './line-columns'

type Row = Awaited<ReturnType<typeof previewStatement>>['rows'][number]

type Props = {
	name: string
	packed: string
	format: string
	rows: Row[]
	notes: string[]
	/** Whether it was read with columns that an administrator chose. */
	isMapped: boolean
}

/** Previews a file before anything is stored. `packed`: the file itself, for the form that imports it. */
export function StatementPreview({ name, packed, format, rows, notes, isMapped }: Props) {
	const sum = (part: (pence: number) => number) => rows.reduce((total, row) => total + part(row.pence), 0)
	const count = pluralize(rows.length, 'payment')
	return (
		<>
			<Notice title="Nothing is stored yet">
				<p>
					{name}, read as {format}: {pluralize(rows.length, 'new payment')}, in{' '}
					{formatPounds(sum(pence => Math.max(0, pence)))}, out{' '}
					{formatPounds(sum(pence => Math.max(0, -pence)))}. {notes.join(' ')}
				</p>
			</Notice>
			<form method="post" encType="multipart/form-data" className="form">
				<input type="hidden" name="packed" value={packed} />
				<input type="hidden" name="name" value={name} />
				<div className="actions">
					<ButtonLink variant="secondary" href="/admin/statements">
						Cancel
					</ButtonLink>
					{isMapped ? (
						<Button variant="secondary" name="intent" value="read" busy="Reading...">
							Choose the columns again
						</Button>
					) : null}
					<Button name="intent" value="import" busy="Importing...">
						Import {count}
					</Button>
				</div>
			</form>
			<Card flush title="Payments in this file">
				<Table
					className="table-lines"
					caption="Payments in this file"
					columns={proposalColumns}
					rows={rows}
					rowData={row => ({ 'data-entry': row.id, 'data-match': row.match })}
					empty="No payments"
				/>
			</Card>
		</>
	)
}
