import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { pixelPath } from '~/domain/grid/pixel-path'
import { Button, ButtonLink } from '../button'
import type { LotData } from './data'

const WORDS = 'Email me when it is free'

/** Offers an email when the block is free (P8). Guests sign in first and return to the page. */
export function AlertForm({ pixel: { alert, cells, cell } }: { pixel: LotData }) {
	if (alert === null) return null
	if (alert === 'sign-in') {
		const page = pixelPath(cells[0]?.id ?? cell.id)
		return (
			<p>
				<ButtonLink className="-ml-2" variant="quiet" href={withRedirectTo(page, '/login')} rel="nofollow">
					{WORDS}
				</ButtonLink>
			</p>
		)
	}
	return (
		<form method="post" className="flex flex-wrap items-center gap-x-3">
			{alert === 'asked' ? (
				<>
					<p className="text-sm">We will email you when it is free.</p>
					<Button variant="quiet" name="intent" value="remove-alert">
						Do not email me
					</Button>
				</>
			) : (
				<Button className="-ml-2" variant="quiet" name="intent" value="add-alert">
					{WORDS}
				</Button>
			)}
		</form>
	)
}
