import { listPublicBlocks } from '~/domain/grid/pixel.server'
import { pixelPath } from '~/domain/grid/pixel-path'
import { absoluteUrl } from '~/server/ops/absolute-url.server'

const pages = [
	'/',
	'/about',
	'/how-it-works',
	'/auctions',
	'/certificates',
	'/contact',
	'/pixels',
	'/policy-terms',
	'/register',
	'/login',
]

/** sitemap.xml: the public pages, including one for each block. */
export async function loader() {
	const blocks = (await listPublicBlocks(Date.now())).map(pixelPath)
	const urls = [...pages, ...blocks].map(page => `<url><loc>${absoluteUrl(page)}</loc></url>`).join('')
	const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
	return new Response(body, {
		headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
	})
}
