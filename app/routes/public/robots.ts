import { absoluteUrl } from '~/server/ops/absolute-url.server'

/** robots.txt: excludes the signed-in areas and the steps of flows. */
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
