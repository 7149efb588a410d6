import { type SQL, sql } from 'drizzle-orm'

/**
 * The cells that a holder has, and those that are lent to them, as one SQL list found through the indexes of both: a
 * condition over the two tables joined would go through every cell there is. For prepared queries with the placeholders
 * `now` (UTC ms) and, unless it is the house, `holder`.
 */
export function cellsWith(isHouse: boolean): SQL {
	const now = sql.placeholder('now')
	const holder = sql.placeholder('holder')
	return isHouse
		? sql`(
			select cell from cell_holders where kind = 'house' and account_id is null
			union all select cell from cell_loans where borrower_id is null and until > ${now})`
		: sql`(
			select cell from cell_holders where kind = 'owned' and account_id = ${holder}
			union all select cell from cell_loans where borrower_id = ${holder} and until > ${now})`
}
