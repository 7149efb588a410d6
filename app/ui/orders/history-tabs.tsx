import { Tabs } from '~/ui/tabs'

/** The two halves of a history: a member's own, or everybody's. */
export function HistoryTabs({
	area = 'user',
	current,
}: {
	area?: 'user' | 'admin'
	current: 'purchased' | 'sold'
}) {
	return (
		<Tabs
			label={area === 'user' ? 'Transaction history' : 'Order history'}
			items={[
				{ title: 'Purchased', href: `/${area}/history`, current: current === 'purchased' },
				{ title: 'Sold', href: `/${area}/history/sold`, current: current === 'sold' },
			]}
		/>
	)
}
