import { Button } from './button'

/** Asks about cookies (specification 1, section 2.16). `returnTo`: the page it stands on. */
export function CookieBar({ returnTo }: { returnTo: string }) {
	return (
		<cookie-bar className="cookie-bar on-dark" role="complementary" aria-label="Cookies">
			<p className="text-xs leading-snug md:text-sm md:leading-normal">
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
