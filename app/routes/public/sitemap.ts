import { env } from '~/server/env.server'

const pages = [
	'/',
	'/about',
	'/how-it-works',
	'/auctions',
	'/contact',
	'/policy-terms',
	'/register',
	'/login',
]

/** sitemap.xml: the pages that anybody may read. */
export function loader() {
	const urls = pages.map(page => `<url><loc>${new URL(page, env.appUrl).href}</loc></url>`).join('')
	const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
	return new Response(body, {
		headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
	})
}
