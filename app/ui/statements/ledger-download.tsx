import { Button } from '../button'
import { Card } from '../card'
import { DayFields } from '../lists/list'

/** Asks for the period whose payments are downloaded, one row for each of the ledger. */
export function LedgerDownload(period: { from: string | null; to: string | null }) {
	return (
		<Card title="Payments for the books">
			<form method="get" action="/admin/payments.csv" className="form">
				<div className="grid gap-4 sm:grid-cols-2">
					<DayFields {...period} />
				</div>
				<p className="help">
					By the booking day of the bank, both days included. Left empty, everything that was booked.
				</p>
				<div className="actions">
					<Button variant="secondary">Download CSV</Button>
				</div>
			</form>
		</Card>
	)
}
