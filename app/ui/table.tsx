import { type ComponentType, type ReactNode, useContext } from 'react'
import { DrawContext } from './kept'

export type Column<Row> = {
	title: string
	cell: (row: Row) => ReactNode
	/** Figures stand to the right and do not break. */
	figures?: boolean
	/** The title is for ears alone, as over a column of links. */
	quiet?: boolean
}

/** Rows and columns; on a small screen each row becomes a card with its titles beside the values. */
export function Table<Row>({
	caption,
	columns,
	rows,
	rowKey,
	empty,
	narrow = false,
	wide = false,
	rowData,
}: {
	caption: string
	columns: Column<Row>[]
	rows: Row[]
	rowKey: (row: Row) => string | number
	/** The words for no rows, as the specification gives them. */
	empty: string
	/** A few short columns: stays a table on small screens too. */
	narrow?: boolean
	/** Many or long columns: turns into cards sooner. */
	wide?: boolean
	/** What a row says of itself to scripts. */
	rowData?: ((row: Row) => Record<`data-${string}`, string>) | undefined
}) {
	if (rows.length === 0) return <p className="px-5 py-10 text-center text-sm text-muted">{empty}</p>
	return (
		<div className="table-room">
			<table className={narrow ? 'table table-narrow' : wide ? 'table table-wide' : 'table'}>
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ title, figures, quiet }) => (
							<th key={title} scope="col" className={figures ? 'num' : undefined}>
								{quiet ? <span className="sr-only">{title}</span> : title}
							</th>
						))}
					</tr>
				</thead>
				<Rows {...{ columns, rows, rowKey, rowData }} />
			</table>
		</div>
	)
}

type RowsProps<Row> = {
	columns: Column<Row>[]
	rows: Row[]
	rowKey: (row: Row) => string | number
	rowData: ((row: Row) => Record<`data-${string}`, string>) | undefined
}

function Rows<Row>({ columns, rows, rowKey, rowData }: RowsProps<Row>) {
	const draw = useContext(DrawContext)
	const Kept = keptRows.get(columns) as ComponentType<RowProps<Row>> | undefined
	if (draw && Kept) {
		const html = rows.map(row => draw(Kept, { row, data: rowData?.(row) })).join('')
		// biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own components
		return <tbody dangerouslySetInnerHTML={{ __html: html }} />
	}
	return (
		<tbody>
			{rows.map(row => (
				<TableRow key={rowKey(row)} columns={columns} row={row} data={rowData?.(row)} />
			))}
		</tbody>
	)
}

type RowProps<Row> = { row: Row; data: Record<`data-${string}`, string> | undefined }

function TableRow<Row>({ columns, row, data }: RowProps<Row> & { columns: Column<Row>[] }) {
	return (
		<tr {...data}>
			{columns.map(({ title, cell, figures, quiet }) => (
				<td key={title} className={figures ? 'num' : undefined} data-label={quiet ? undefined : title}>
					{cell(row)}
				</td>
			))}
		</tr>
	)
}

const keptRows = new WeakMap<object, ComponentType<RowProps<never>>>()

/**
 * Columns whose cells depend on nothing but their row, which is what JSON can say: the server draws the same row once
 * (docs/decisions/0137). For columns that are made once.
 */
export function keptColumns<Row>(columns: Column<Row>[]): Column<Row>[] {
	keptRows.set(columns, (props: RowProps<Row>) => <TableRow columns={columns} {...props} />)
	return columns
}
