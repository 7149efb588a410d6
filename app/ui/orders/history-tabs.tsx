import { Tabs } from '~/ui/tabs'

/** The parts of a history: a member's own, with their documents, or everybody's. */
export function HistoryTabs({
	area = 'user',
	current,
}: {
	area?: 'user' | 'admin'
	current: 'purchased' | 'sold' | 'documents'
}) {
	return (
		<Tabs
			label={area === 'user' ? 'Transaction history' : 'Order history'}
			items={[
				{ title: 'Purchased', href: `/${area}/history`, current: current === 'purchased' },
				{ title: 'Sold', href: `/${area}/history/sold`, current: current === 'sold' },
				...(area === 'user'
					? [{ title: 'Documents', href: '/user/history/documents', current: current === 'documents' }]
					: []),
			]}
		/>
	)
}
