/**
 * Says with a form that its page has set a cookie; what that is good for stands in
 * app/server/forms/cookie-check.server.ts.
 */
export function CookieCheck() {
	return <input type="hidden" name="cookie_check" value="1" />
}
