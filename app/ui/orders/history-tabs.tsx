import { Tabs } from '~/ui/tabs'

/** The two halves of a member's history. */
export function HistoryTabs({ current }: { current: 'purchased' | 'sold' }) {
	return (
		<Tabs
			label="Transaction history"
			items={[
				{ title: 'Purchased', href: '/user/history', current: current === 'purchased' },
				{ title: 'Sold', href: '/user/history/sold', current: current === 'sold' },
			]}
		/>
	)
}
