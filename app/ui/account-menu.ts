import type { IconName } from './icon'

export type MenuEntry = { title: string; href: string; icon: IconName }

/** The side menus. An entry is added here when its page exists, so that no link leads nowhere. */
export const menus: Record<'user' | 'admin', MenuEntry[]> = {
	user: [
		{ title: 'Dashboard', href: '/user/dashboard', icon: 'grid' },
		{ title: 'Management', href: '/user/profile', icon: 'frame' },
		{ title: 'Buy Pixels', href: '/user/pixels/buy', icon: 'cart' },
		{ title: 'Transaction History', href: '/user/history', icon: 'clock' },
	],
	admin: [
		{ title: 'Dashboard', href: '/admin/dashboard', icon: 'grid' },
		{ title: 'Transactions', href: '/admin/transactions', icon: 'receipt' },
		{ title: 'Outbox', href: '/admin/outbox', icon: 'mail' },
		{ title: 'Settings', href: '/admin/setting', icon: 'settings' },
	],
}
