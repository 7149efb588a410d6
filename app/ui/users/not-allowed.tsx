import { USER_FAILED } from '~/domain/accounts/rules'
import { ButtonLink } from '../button'
import { DialogPage } from '../forms/dialog-page'
import { Notice } from '../notice'

/** In place of a question about a user that could only be answered with a refusal. */
export function NotAllowed({
	title,
	why,
	userId,
	failed = USER_FAILED.update,
}: {
	title: string
	why: string
	userId: string
	failed?: string
}) {
	const path = `/admin/userManagement/${userId}`
	return (
		<DialogPage title={title} backHref={path} narrow>
			<Notice tone="error" title={failed}>
				<p>{why}</p>
			</Notice>
			<div className="actions">
				<ButtonLink href={path}>See the user</ButtonLink>
			</div>
		</DialogPage>
	)
}
