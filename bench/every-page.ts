import type { Books } from './houses'

/* The pages that are measured one by one. */

type Address = (books: Books) => string

/** Behind a member's sign-in. */
export const MEMBER: readonly Address[] = [
	() => '/user/dashboard',
	() => '/user/invitations',
	books => `/user/invitations/${books.invitationId}`,
	() => '/user/history',
	books => `/user/history/${books.pendingId}`,
	() => '/user/history/sold',
	books => `/user/history/sold/${books.saleId}`,
	() => '/user/profile',
	books => `/user/profile?cell=${books.cell}`,
	() => '/user/pixels/buy',
	() => '/user/pixels/sell',
	() => '/user/pixels/preview?cell=112',
	books => `/user/checkout/${books.checkoutId}`,
	books => `/user/checkout/${books.checkoutId}/payment`,
	books => `/user/checkout/${books.checkoutId}/confirm`,
	books => `/user/checkout/${books.pendingId}/done`,
	() => '/user/setting',
	...['photo', 'name', 'password', 'email', 'phone', 'second-factor', 'sessions', 'keys', 'delete'].map(
		name => () => `/user/setting/${name}`,
	),
]

/** Behind an administrator's. */
export const ADMIN: readonly Address[] = [
	() => '/admin/dashboard',
	() => '/admin/invitations',
	() => '/admin/profile',
	() => '/admin/transactions',
	books => `/admin/transactions/${books.pendingId}`,
	...['approve', 'reject', 'assign'].map(
		name => (books: Books) => `/admin/transactions/${books.pendingId}/${name}`,
	),
	() => '/admin/statements',
	books => `/admin/statements/${books.statementId}`,
	() => '/admin/userManagement',
	() => '/admin/userManagement/new',
	books => `/admin/userManagement/${books.memberId}`,
	...['edit', 'role', 'delete'].map(
		name => (books: Books) => `/admin/userManagement/${books.memberId}/${name}`,
	),
	() => '/admin/history',
	books => `/admin/history/${books.pendingId}`,
	() => '/admin/history/sold',
	books => `/admin/history/sold/${books.saleId}`,
	() => '/admin/coupon',
	() => '/admin/coupon/new',
	books => `/admin/coupon/${books.couponId}`,
	books => `/admin/coupon/${books.couponId}/edit`,
	books => `/admin/coupon/${books.couponId}/delete`,
	() => '/admin/audit',
	() => '/admin/outbox',
	() => '/admin/setting',
	...[
		...['photo', 'name', 'password', 'email', 'phone', 'prices', 'gateway', 'brand', 'second-factor'],
		...['sessions', 'keys'],
	].map(name => () => `/admin/setting/${name}`),
]

/** For everybody. */
export const PUBLIC: readonly string[] = [
	...['/', '/about', '/how-it-works', '/api', '/auctions', '/pixels', '/policy-terms'],
	...['/contact', '/pixels/112', '/login', '/register', '/forgot-password'],
]
