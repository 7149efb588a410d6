import type { Payment } from '~/domain/statements/entry'
import { dayText } from '~/domain/time'
import { Money } from '../money'
import type { Column } from '../table'

/** What the bank says of a payment, for a table of any rows that hold one. */
export function paymentColumns<Row>(paymentOf: (row: Row) => Payment): Column<Row>[] {
	return [
		{
			title: 'Booked',
			cell: row => <span className="whitespace-nowrap">{dayText(paymentOf(row).bookedOn)}</span>,
		},
		{
			title: 'Payment',
			cell: row => {
				const { payer, text } = paymentOf(row)
				return (
					<span className="grid gap-0.5 wrap-anywhere">
						<span>{payer || 'No name'}</span>{' '}
						<span className="text-xs text-muted">{text || 'Nothing was written with it'}</span>
					</span>
				)
			},
		},
		{ title: 'Amount', figures: true, cell: row => <Money pence={paymentOf(row).pence} /> },
	]
}
