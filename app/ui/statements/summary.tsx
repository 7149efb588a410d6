import { formatPounds } from '~/domain/money'
import { pluralize } from '~/domain/text'
import { ButtonLink } from '../button'
import { Money } from '../money'

type Props = {
	statement: { openingPence: number | null; closingPence: number | null }
	/** Pence in and out. */
	totals: { lines: number; in: number; out: number }
	/** The payments that can be confirmed at once; `books` of them approve no order. */
	exact: { count: number; pence: number; books: number }
	/** How many payments are neither booked nor dismissed. */
	open: number
	path: string
}

/** What a statement comes to, and what is left to do: confirm the exact payments, decide the others, or nothing. */
export function StatementSummary({ statement, totals, exact, open, path }: Props) {
	return (
		<section
			className="flex flex-wrap items-center justify-between gap-y-2 gap-x-6 py-2.5 px-4 border border-line border-l-3 border-l-green bg-raised"
			aria-label="What this statement comes to"
		>
			<div>
				<p className="font-serif text-lg lining-nums">
					{exact.count > 0 ? (
						<>
							{pluralize(exact.count, 'exact payment')}, <Money pence={exact.pence} />
						</>
					) : open > 0 ? (
						`${pluralize(open, 'payment')} left to decide`
					) : (
						'Settled: every payment is booked or dismissed'
					)}
				</p>
				<p className="help flex flex-wrap gap-x-6">
					{exact.count > 0 ? (
						<>
							<span>Book and approve {(exact.count - exact.books).toLocaleString('en-GB')}</span>{' '}
							<span>Book only {exact.books.toLocaleString('en-GB')}</span>{' '}
							<span>Others left to decide {(open - exact.count).toLocaleString('en-GB')}</span>{' '}
						</>
					) : null}
					<span>Lines {totals.lines.toLocaleString('en-GB')}</span> <span>In {formatPounds(totals.in)}</span>{' '}
					<span>Out {formatPounds(totals.out)}</span>{' '}
					{statement.openingPence !== null && statement.closingPence !== null ? (
						<span>
							Opening balance {formatPounds(statement.openingPence)}, closing balance{' '}
							{formatPounds(statement.closingPence)}: the file adds up
						</span>
					) : null}
				</p>
			</div>
			{exact.count > 0 ? (
				<ButtonLink variant="primary" href={`${path}/approve`}>
					Confirm {pluralize(exact.count, 'exact payment')}
				</ButtonLink>
			) : null}
		</section>
	)
}
