import type { SentBack } from '~/domain/payments/ledger.server'
import { dayText } from '~/domain/time'
import { Money } from '../money'
import { Notice } from '../notice'

/** What a buyer is told of money that was sent back. `isWhole`: nothing of it is left. */
export function RefundNotice({ sentBack, isWhole }: { sentBack: readonly SentBack[]; isWhole: boolean }) {
	if (sentBack.length === 0) return null
	return (
		<Notice title={`${isWhole ? 'The' : 'Some'} money for this order has been sent back`}>
			{sentBack.map(({ on, pence, bankReference }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
				<p key={index}>
					<Money pence={pence} words /> on {dayText(on)}
					{bankReference ? `, bank reference ${bankReference}` : ''}.
				</p>
			))}
			<p>International transfers take 1-3 business days.</p>
		</Notice>
	)
}
