import { type SQL, sql } from 'drizzle-orm'

/**
 * The cells that a holder (null: the house) has, and those that are lent to them at `now` (UTC ms), as one SQL list
 * found through the indexes of both: a condition over the two tables joined would go through every cell there is.
 */
export function cellsWith(holder: string | null, now: number): SQL {
	return holder === null
		? sql`(
			select cell from cell_holders where kind = 'house' and account_id is null
			union all select cell from cell_loans where borrower_id is null and until > ${now})`
		: sql`(
			select cell from cell_holders where kind = 'owned' and account_id = ${holder}
			union all select cell from cell_loans where borrower_id = ${holder} and until > ${now})`
}
