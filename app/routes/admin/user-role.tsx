import { TEXT } from '~/domain/accounts/rules'
import { USER_FAILED } from '~/domain/accounts/user-failures'
import { changeRole } from '~/domain/accounts/users.commands.server'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { RoleForm } from '~/domain/accounts/users-schema'
import { answerDecision, badRequest, gone, stillThere } from '~/server/answers.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { ConfirmPage } from '~/ui/confirm-page'
import { Notice } from '~/ui/notice'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/user-role'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Change the role') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { id, name, email, role, version, totalPixels } = await stillThere(
		await readUser(params.userId),
		params.userId,
		DELETED_USER,
	)
	return { user: { id, name, email, role, version, totalPixels } }
}

export async function action({ request, params }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const form = RoleForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { role, version } = form.data
	const by = { actor, now: Date.now() }
	const outcome = await orRefusal(() => changeRole(params.userId, { role, version }, by), {
		message: TEXT.unexpected,
	})
	if ('code' in outcome && outcome.code === 'unknown') return await gone(params.userId, DELETED_USER)
	const said = role === 'admin' ? 'The user is an administrator now.' : 'The user is a member again.'
	return await answerDecision(outcome, `/admin/userManagement/${params.userId}`, said)
}

export default function ChangeRole({ loaderData: { user }, actionData }: Route.ComponentProps) {
	const becomesAdmin = user.role === 'user'
	return (
		<ConfirmPage
			title={becomesAdmin ? 'Make this user an administrator?' : 'End the rights of this administrator?'}
			cancelHref={`/admin/userManagement/${user.id}`}
			confirmLabel={becomesAdmin ? 'Make administrator' : 'Make member'}
			intent="confirm"
			busyLabel="Processing..."
			hidden={{ role: becomesAdmin ? 'admin' : 'user', version: user.version }}
		>
			{actionData ? (
				<Notice tone="error" title={USER_FAILED.update}>
					<p>{actionData.refused}</p>
				</Notice>
			) : null}
			<p className="wrap-anywhere">
				<strong>{user.name}</strong>, {user.email}
			</p>
			{becomesAdmin ? (
				<p>
					An administrator sees everything and decides about payments, pixels, users and settings.
					{user.totalPixels > 0
						? ' The pixels of this account stay its own, but it cannot manage them while it is an administrator’s.'
						: null}
				</p>
			) : (
				<p>The account goes on as that of a member, without access to this area.</p>
			)}
			<p>All sessions of the account end, and its owner is told by email.</p>
		</ConfirmPage>
	)
}
