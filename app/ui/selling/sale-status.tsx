import { saleStatus } from '~/domain/transfers/rules'
import { Badge } from '../badge'
import { Time } from '../time'

/** What an accepted invitation has come to at `now`: sold for good, or lent until a time (UTC ms). */
export function SaleStatus({
	sale,
	now,
}: {
	sale: { till: number | null; lentUntil: number | null }
	now: number
}) {
	return <SaleStanding till={sale.till} status={saleStatus(sale, now)} />
}

/** {@link SaleStatus} of one whose status is known. `till`: until when it was lent. */
export function SaleStanding({
	till,
	status,
}: {
	till: number | null
	status: ReturnType<typeof saleStatus>
}) {
	if (till === null) return <Badge status="sold" />
	if (status === 'returned') return <Badge status="returned" look="off" />
	return (
		<span className="grid justify-items-start gap-1">
			<Badge status="lent" look="info" />
			<span className="text-xs text-muted">
				lent until <Time at={till} />
			</span>
		</span>
	)
}
