import { index, type RouteConfig, route } from '@react-router/dev/routes'

/* Every address of the product, in the order a person meets them. */
export default [
	index('routes/public/home.tsx'),
	route('user/dashboard', 'routes/user/dashboard.tsx'),
	route('admin/dashboard', 'routes/admin/dashboard.tsx'),
	route('healthz', 'routes/api/healthz.ts'),
	route('*', 'routes/public/anything-else.ts'),
] satisfies RouteConfig
