import { ButtonLink } from '../button'
import { Card } from '../card'

/** Export and deletion of the own data. */
export function OwnDataCard() {
	return (
		<Card title="Your data">
			<div className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					What we keep about you, in one file (JSON): your account, orders, pixels, what they show,
					invitations, emails and sessions.
				</p>
				<ButtonLink variant="secondary" href="/user/setting/export">
					Download your data
				</ButtonLink>
				<p className="max-w-text border-t border-line pt-5 text-sm">
					You can delete your account. Your pixels become available to others then, and what they show is
					erased.
				</p>
				<ButtonLink variant="secondary" href="/user/setting/delete">
					Delete your account
				</ButtonLink>
			</div>
		</Card>
	)
}
