import type { Mapping } from '~/domain/statements/formats/columns'
import type { UnknownFile } from '~/domain/statements/formats/entry'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../forms/error-summary'
import { plainField, SelectField } from '../forms/field'
import { Table } from '../lists/table'

const COLUMNS = [
	['date', 'Date', 'The day of booking'],
	['amount', 'Amount', 'One column with a sign, or the next two'],
	['in', 'In', 'Money received'],
	['out', 'Out', 'Money paid out'],
	['text', 'Text', 'Where the reference stands'],
	['payer', 'Payer', 'Who paid'],
	['bankReference', 'Bank reference', 'The bank’s own number'],
] as const

/** Asks which column of a CSV file is what. `carried`: the file itself. `places`: what was chosen before. */
export function StatementColumns({
	name,
	carried,
	file: { titles, rows, problem },
	places,
}: {
	name: string
	carried: string
	file: UnknownFile
	places: Mapping['places']
}) {
	return (
		<>
			{problem ? <ErrorSummary items={[{ id: 'date', text: problem }]} /> : null}
			<p className="max-w-text">
				{name} is not a file we know. Say once which column is what; files with the same titles are read this
				way from then on.
			</p>
			<Card title="Columns">
				<form method="post" encType="multipart/form-data" className="form">
					<input type="hidden" name="carried" value={carried} />
					<input type="hidden" name="name" value={name} />
					{COLUMNS.map(([column, label, help]) => (
						<SelectField
							key={column}
							field={plainField(column, String(places[column] ?? ''))}
							label={label}
							help={help}
							optional={column !== 'date'}
						>
							<option value="">Not in this file</option>
							{titles.map((title, place) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and stay where they are
								<option key={place} value={place}>
									{title || `Column ${place + 1}`}
								</option>
							))}
						</SelectField>
					))}
					<div className="actions">
						<ButtonLink variant="secondary" href="/admin/statements">
							Cancel
						</ButtonLink>
						<Button name="intent" value="map" busy="Reading...">
							Keep this and go on
						</Button>
					</div>
				</form>
			</Card>
			<Card flush title="The file">
				<Table
					wide
					caption="First lines of the file"
					columns={titles.map((title, place) => ({
						title: title || `Column ${place + 1}`,
						cell: (row: string[]) => <span className="wrap-anywhere">{row[place]}</span>,
					}))}
					rows={rows}
					rowKey={row => rows.indexOf(row)}
					empty="No further lines"
				/>
			</Card>
		</>
	)
}
