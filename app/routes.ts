import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/* Every address of the product, in the order a person meets them. */
export default [
	layout('routes/public/layout.tsx', [
		index('routes/public/home.tsx'),
		route('about', 'routes/public/about.tsx'),
		route('how-it-works', 'routes/public/how-it-works.tsx'),
		route('auctions', 'routes/public/auctions.tsx'),
		route('contact', 'routes/public/contact.tsx'),
		route('policy-terms', 'routes/public/policy-terms.tsx'),

		route('register', 'routes/auth/register.tsx'),
		route('verify-otp', 'routes/auth/verify-otp.tsx'),
		route('login', 'routes/auth/login.tsx'),
		route('forgot-password', 'routes/auth/forgot-password.tsx'),
		route('verify-user', 'routes/auth/verify-user.tsx'),
		route('reset-password', 'routes/auth/reset-password.tsx'),
		route('payment-response', 'routes/public/payment-response.tsx'),
		route('google-response', 'routes/auth/google-response.tsx'),
	]),
	route('auth/google', 'routes/auth/google.ts'),
	route('auth/google/callback', 'routes/auth/google-callback.ts'),
	route('logout', 'routes/auth/logout.ts'),

	layout('routes/user/layout.tsx', [
		layout('routes/user/errors.tsx', [
			route('user', 'routes/user/home.ts'),
			route('user/dashboard', 'routes/user/dashboard.tsx'),
			route('user/invitations', 'routes/user/invitations.ts'),
			route('user/invitations/:transferId', 'routes/user/invitation.tsx'),
			route('user/history', 'routes/user/history.tsx'),
			route('user/history/sold', 'routes/user/history-sold.tsx'),
			route('user/history/sold/:transferId', 'routes/user/history-sale.tsx'),
			route('user/history/:orderId', 'routes/user/history-order.tsx'),
			route('user/profile', 'routes/user/profile.tsx'),
			route('user/profile/delete-image', 'routes/user/profile-delete-image.tsx'),
			route('user/pixels/buy', 'routes/user/pixels-buy.tsx'),
			route('user/pixels/preview', 'routes/user/pixels-preview.tsx'),
			route('user/checkout/:orderId', 'routes/user/checkout.tsx'),
			route('user/checkout/:orderId/payment', 'routes/user/checkout-payment.tsx'),
			route('user/checkout/:orderId/confirm', 'routes/user/checkout-confirm.tsx'),
			route('user/checkout/:orderId/done', 'routes/user/checkout-done.tsx'),
		]),
	]),

	layout('routes/admin/layout.tsx', [
		layout('routes/admin/errors.tsx', [
			route('admin', 'routes/admin/home.ts'),
			route('admin/dashboard', 'routes/admin/dashboard.tsx'),
			route('admin/invitations', 'routes/admin/invitations.ts'),
			route('admin/invitations/:transferId', 'routes/admin/invitation.tsx'),
			route('admin/transactions', 'routes/admin/transactions.tsx'),
			route('admin/transactions/:id', 'routes/admin/transaction.tsx'),
			route('admin/transactions/:id/reject', 'routes/admin/transaction-reject.tsx'),
			route('admin/outbox', 'routes/admin/outbox.tsx'),
			route('admin/setting', 'routes/admin/setting.tsx'),
		]),
	]),

	route('files/:folder/:name', 'routes/api/files.ts'),
	route('maintenance', 'routes/public/maintenance.tsx'),
	route('api/setting', 'routes/api/setting.ts'),
	route('grid-picture/:hash/:file', 'routes/api/grid-picture.ts'),
	route('cookie-preference', 'routes/api/cookie-preference.ts'),
	route('sitemap.xml', 'routes/public/sitemap.ts'),
	route('robots.txt', 'routes/public/robots.ts'),
	route('healthz', 'routes/api/healthz.ts'),
	route('*', 'routes/public/anything-else.ts'),
] satisfies RouteConfig
