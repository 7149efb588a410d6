import { absoluteUrl } from '~/server/ops/absolute-url.server'

/** robots.txt: the signed-in areas and the steps of the flows are nobody's search result. */
export function loader() {
	const body = `User-agent: *
Disallow: /user/
Disallow: /admin/
Disallow: /verify-otp
Disallow: /verify-user
Disallow: /reset-password
Disallow: /payment-response
Disallow: /google-response

Sitemap: ${absoluteUrl('/sitemap.xml')}
`
	return new Response(body, {
		headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
	})
}
