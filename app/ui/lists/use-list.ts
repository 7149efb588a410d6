import { useSearchParams } from 'react-router'
import { type ReviewFilter, readList } from '~/domain/orders/review/schema'

/** Returns the list of transactions from which the order of this page was opened, if any. */
export function useList(): ReviewFilter | undefined {
	const [searchParams] = useSearchParams()
	return readList({ searchParams })
}
