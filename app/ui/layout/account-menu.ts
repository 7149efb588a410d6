import { brand } from '~/domain/brand'
import type { IconName } from '../icon'

/** `about`: what the pages below it say of themselves; `also`: where pages of it lie besides. */
export type MenuEntry = { title: string; href: string; icon: IconName; about: string; also?: string }

/** Tests whether a page belongs to an entry. */
export function isBelow({ href, also = href }: MenuEntry, pathname: string): boolean {
	return [href, also].some(path => pathname === path || pathname.startsWith(`${path}/`))
}

/** The side menus. An entry is added here when its page exists, so that no link leads nowhere. */
export const menus: Record<'user' | 'admin', MenuEntry[]> = {
	user: [
		{
			title: 'Dashboard',
			href: '/user/dashboard',
			icon: 'grid',
			about: 'What you own on the grid, what it shows, and what comes next.',
		},
		{
			title: 'Management',
			href: '/user/profile',
			icon: 'frame',
			about: 'The image, the words and the link that your pixels show.',
		},
		{
			title: 'Buy Pixels',
			href: '/user/pixels/buy',
			icon: 'cart',
			also: '/user/checkout',
			about: 'Choose pixels of one type that form a rectangle, and buy them by bank transfer.',
		},
		{
			title: 'Sell Pixels',
			href: '/user/pixels/sell',
			icon: 'send',
			about: 'Offer pixels of yours to somebody else by email, and follow your invitations.',
		},
		{
			title: 'Transaction History',
			href: '/user/history',
			icon: 'clock',
			about: 'Your orders and your sales, with their status, receipts and certificates.',
		},
		{
			title: 'Settings',
			href: '/user/setting',
			icon: 'settings',
			about: 'Your name, photo, email, password, second factor and sessions.',
		},
	],
	admin: [
		{
			title: 'Dashboard',
			href: '/admin/dashboard',
			icon: 'grid',
			about: 'What waits for you, how much is sold, and what it has brought in.',
		},
		{
			title: 'Pixel Management',
			href: '/admin/profile',
			icon: 'frame',
			about: 'The grid for administrators: reserve pixels, show content on them, sell, lend and take back.',
		},
		{
			title: 'User Management',
			href: '/admin/userManagement',
			icon: 'users',
			about: 'All users, what they own and what they have paid.',
		},
		{
			title: 'Transactions',
			href: '/admin/transactions',
			icon: 'receipt',
			about: 'Payments to review: receipts, decisions and refunds.',
		},
		{
			title: 'Bank statements',
			href: '/admin/statements',
			icon: 'bank',
			about: 'Statements of the bank, and the orders that their entries pay.',
		},
		{
			title: 'Order History',
			href: '/admin/history',
			icon: 'clock',
			about: 'Every order and every sale, as lists and as CSV.',
		},
		{
			title: 'Coupons',
			href: '/admin/coupon',
			icon: 'tag',
			about: 'Coupons: codes, discounts, dates and how often they were used.',
		},
		{
			title: 'Audit',
			href: '/admin/audit',
			icon: 'eye',
			about: 'Who did what to which subject, when and from where.',
		},
		{
			title: 'Outbox',
			href: '/admin/outbox',
			icon: 'mail',
			about: 'The emails that wait, and those that could not be sent.',
		},
		{
			title: 'Settings',
			href: '/admin/setting',
			icon: 'settings',
			about: 'Prices, bank details, holds, maintenance, notifications and your own account.',
		},
	],
}

const AREAS = { user: 'Your account', admin: 'The back-office' } as const

/** The description of a page of the signed-in areas. */
export function describePage(area: 'user' | 'admin', pathname: string): string {
	const entry = menus[area].find(one => isBelow(one, pathname))
	return `${AREAS[area]} at ${brand.name}. ${entry?.about ?? ''}`.trim()
}
