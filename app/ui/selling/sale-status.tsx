import type { saleStatus } from '~/domain/transfers/rules'
import { Badge } from '../badge'
import { Time } from '../time'

/** The status of an accepted invitation: sold permanently, or lent until a time (UTC ms). */
export function SaleStatus({
	stands,
	until,
}: {
	stands: ReturnType<typeof saleStatus>
	until: number | null
}) {
	if (until === null) return <Badge status="sold" />
	if (stands === 'returned') return <Badge status="returned" variant="off" />
	return (
		<span className="grid justify-items-start gap-1">
			<Badge status="lent" variant="info" />
			<span className="text-xs text-muted">
				lent until <Time at={until} />
			</span>
		</span>
	)
}
