/** Tells the server that the form's page has set a cookie; see app/server/forms/cookie-check.server.ts. */
export function CookieCheck() {
	return <input type="hidden" name="cookie_check" value="1" />
}
