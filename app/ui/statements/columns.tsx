import { formatPounds } from '~/domain/money'
import type { Mapping } from '~/domain/statements/formats/columns'
import type { UnknownFile } from '~/domain/statements/formats/entry'
import { pluralize } from '~/domain/text'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../forms/error-summary'
import { plainField, SelectField } from '../forms/field'
import { Table } from '../lists/table'
import { Notice } from '../notice'
import { lineColumns } from './line-columns'

const COLUMNS = [
	['date', 'Date', 'Booking date'],
	['amount', 'Amount', 'One signed column, or the next two'],
	['in', 'In', 'Money received'],
	['out', 'Out', 'Money paid out'],
	['text', 'Text', 'Contains the reference'],
	['payer', 'Payer', 'Who paid'],
	['bankReference', 'Bank reference', 'The bank’s own number'],
] as const

type Line = { id: string; bookedOn: string; pence: number; counterparty: string; text: string }
type Read = {
	rows: Line[]
	count: number
	naming: number
	inPence: number
	outPence: number
	foreign: number
}

type Props = {
	name: string
	packed: string
	file: UnknownFile
	places: Mapping['places']
	read?: Read
}

/**
 * Asks for the columns of a CSV file. `packed`: the file itself. `places`: the earlier choice. `read`: the lines read
 * with it.
 */
export function StatementColumns({ name, packed, file: { titles, rows, problem }, places, read }: Props) {
	const getTitle = (place: number) => titles[place] || `Column ${place + 1}`
	return (
		<>
			{problem ? (
				<ErrorSummary items={[{ id: problem.includes('amount') ? 'amount' : 'date', text: problem }]} />
			) : null}
			<Notice>
				<p className="wrap-anywhere">
					The format of {name} is not known. Choose the meaning of each column once; files with the same
					titles are then read in the same way.
				</p>
			</Notice>
			{read ? <ParsingResult {...read} /> : null}
			<div className="statement-columns">
				<Card title="Columns">
					<form method="post" encType="multipart/form-data" className="form">
						<input type="hidden" name="packed" value={packed} />
						<input type="hidden" name="name" value={name} />
						{COLUMNS.map(([column, label, help]) => (
							<SelectField
								key={column}
								field={plainField(
									column === 'bankReference' ? 'bank_reference' : column,
									String(places[column] ?? ''),
								)}
								label={label}
								help={help}
								optional={column !== 'date'}
							>
								<option value="">Not in this file</option>
								{titles.map((_, place) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and stay where they are
									<option key={place} value={place}>
										{[getTitle(place), rows[0]?.[place]?.slice(0, 40)].filter(Boolean).join(': ')}
									</option>
								))}
							</SelectField>
						))}
						<div className="actions">
							<Button name="intent" value="map" busy="Reading...">
								Keep this and go on
							</Button>
							<Button variant="secondary" name="intent" value="read" busy="Reading...">
								{read ? 'Read again' : 'Show how it is read'}
							</Button>
							<ButtonLink variant="quiet" href="/admin/statements">
								Cancel
							</ButtonLink>
						</div>
					</form>
				</Card>
				<Card flush title="The file">
					<section
						className="overflow-x-auto [&_:is(th,td):nth-child(n)]:whitespace-nowrap [&_thead_th:nth-child(n)]:static"
						aria-label="First lines of the file"
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
						tabIndex={0}
					>
						<Table
							narrow
							caption="First lines of the file"
							columns={titles.map((_, place) => ({
								title: [getTitle(place), getMeaning(place, places)].filter(Boolean).join(': '),
								cell: (row: string[]) => row[place],
							}))}
							rows={rows}
							empty="No further lines"
						/>
					</section>
				</Card>
			</div>
		</>
	)
}

function getMeaning(place: number, places: Mapping['places']): string | undefined {
	return COLUMNS.find(([column]) => places[column] === place)?.[1]
}

function ParsingResult({ rows, count, naming, inPence, outPence, foreign }: Read) {
	const lines = pluralize(count, 'line')
	return (
		<Card
			flush
			title="How we read it"
			aside={
				<span className="text-xs text-muted">
					{count > rows.length ? `the first ${rows.length} of ${lines}` : lines}
					{foreign > 0 ? `, ${foreign.toLocaleString('en-GB')} in another currency left out` : null}
				</span>
			}
		>
			<Table
				className="table-lines without-match"
				caption="How we read it"
				columns={lineColumns}
				rows={rows}
				empty="Every payment in this file has been imported before."
			/>
			<p className="px-4 py-2.5 text-xs">
				<b>{pluralize(naming, `of ${lines} names`, `of ${lines} name`)} an order.</b>{' '}
				<span className="text-muted">
					Sum in {formatPounds(inPence)}, out {formatPounds(outPence)}.
				</span>
			</p>
		</Card>
	)
}
