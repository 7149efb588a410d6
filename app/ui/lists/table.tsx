import { Fragment, type ReactNode } from 'react'

export type Column<Row> = {
	title: string
	cell: (row: Row) => ReactNode
	/** Right-aligned figures that do not wrap. */
	figures?: boolean
	/** Hides the title visually, as over a column of links. */
	quiet?: boolean
	/** Of the heading and the cells. */
	className?: string
	/** The address of the list sorted by this column, and the current direction. */
	sort?: { href: string; direction: 'ascending' | 'descending' | undefined }
}

/** Rows and columns; on a small screen each row becomes a card with its titles next to the values. */
export function Table<Row>({
	caption,
	columns,
	rows,
	empty,
	narrow = false,
	wide = false,
	className,
	rowData,
	below,
}: {
	caption: string
	columns: Column<Row>[]
	rows: Row[]
	/** The text without rows, if that can happen. */
	empty?: string
	/** A few short columns: stays a table on small screens too. */
	narrow?: boolean
	/** Many or long columns: turns into cards sooner. */
	wide?: boolean
	/** Replaces the class chosen by `narrow` and `wide`. */
	className?: string
	/** A row's anchor and its data attributes for scripts. */
	rowData?: ((row: Row) => { id?: string } & Record<`data-${string}`, string>) | undefined
	/** Content below a row, across its whole width. */
	below?: (row: Row) => ReactNode
}) {
	if (rows.length === 0) return <p className="px-5 py-10 text-center text-sm text-muted">{empty}</p>
	return (
		<div className="table-room">
			<table
				className={`table ${className ?? (narrow ? 'table-narrow' : wide ? 'table-wide' : 'table-cards')}`}
			>
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ title, figures, quiet, sort, className }) => (
							<th key={title} scope="col" className={classes(className, figures)} aria-sort={sort?.direction}>
								{sort ? (
									<a href={sort.href}>
										{title}
										{sort.direction ? (
											<span aria-hidden="true">{sort.direction === 'ascending' ? '\u00a0▲' : '\u00a0▼'}</span>
										) : null}
									</a>
								) : quiet ? (
									<span className="sr-only">{title}</span>
								) : (
									title
								)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, index) => {
						const more = below?.(row)
						return (
							// biome-ignore lint/suspicious/noArrayIndexKey: tables are drawn once, on the server
							<Fragment key={index}>
								<tr {...rowData?.(row)}>
									{columns.map(({ title, cell, figures, quiet, className }) => (
										<td
											key={title}
											className={classes(className, figures)}
											data-label={quiet ? undefined : title}
										>
											{cell(row)}
										</td>
									))}
								</tr>
								{more ? (
									<tr className="row-below">
										<td colSpan={columns.length}>{more}</td>
									</tr>
								) : null}
							</Fragment>
						)
					})}
				</tbody>
			</table>
		</div>
	)
}

function classes(className: string | undefined, figures: boolean | undefined): string | undefined {
	return [className, figures ? 'num' : undefined].filter(Boolean).join(' ') || undefined
}
