import { createContext, useContext } from 'react'
import { Button } from '../button'

/** The page to return to after answering; null when the visitor has answered. */
export const CookieBarContext = createContext<string | null>(null)

/**
 * Asks about cookies. It is in the flow of the page, below the header, and therefore covers nothing
 * (docs/decisions/0119).
 */
export function CookieBar() {
	const returnTo = useContext(CookieBarContext)
	if (returnTo === null) return null
	return (
		<cookie-bar className="cookie-bar" role="complementary" aria-label="Cookies">
			<p className="text-xs leading-tight md:text-sm md:leading-normal">
				This website uses cookies to ensure you get the best experience on our website.{' '}
				<a className="link whitespace-nowrap" href="/policy-terms">
					Learn more<span className="sr-only"> about cookies</span>
				</a>
			</p>
			<form method="post" action="/cookie-preference" className="actions">
				<input type="hidden" name="returnTo" value={returnTo} />
				<Button variant="secondary" name="preference" value="rejected">
					Reject
				</Button>
				<Button variant="secondary" name="preference" value="accepted">
					Accept
				</Button>
			</form>
		</cookie-bar>
	)
}
