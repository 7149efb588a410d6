import { needsPassword, USER_FAILED } from '~/domain/accounts/rules'
import { changeRole, whyRoleIsFixed } from '~/domain/accounts/users.commands.server'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { RoleForm } from '~/domain/accounts/users-schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { CURRENT_PASSWORD } from '~/ui/forms/person-fields'
import { StepRefused } from '~/ui/forms/step-refused'
import type { Route } from './+types/user-role'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const user = await orRedirectDeleted(await readUser(params.userId), params.userId, DELETED_USER)
	const fixed = await whyRoleIsFixed(user, admin.id)
	return { user, asksPassword: needsPassword(admin, Date.now()), fixed: fixed?.message }
}

export async function action({ request, params }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const sent = await submitForm(
		await readForm(request),
		RoleForm,
		typed => changeRole(params.userId, typed, { actor, ...currentCaller() }),
		{
			title: USER_FAILED.update,
			status: 409,
			ifUnknown: () => redirectDeleted(params.userId, DELETED_USER),
		},
	)
	if (sent.ok) {
		const isAdmin = sent.value.role === 'admin'
		const text = isAdmin ? 'The user is now an administrator.' : 'The user is a member again.'
		throw await redirectWithFlash(`/admin/userManagement/${params.userId}`, text)
	}
	return sent.reply
}

export default function ChangeRole({ loaderData, actionData }: Route.ComponentProps) {
	const { user, asksPassword, fixed } = loaderData
	const becomesAdmin = user.role === 'user'
	const way = { backHref: `/admin/userManagement/${user.id}`, backLabel: 'See the user' }
	if (fixed)
		return <StepRefused {...way} title="Change the role" failed={USER_FAILED.update} message={fixed} />
	return (
		<ConfirmPage
			title={becomesAdmin ? 'Make this user an administrator?' : 'Remove administrator rights?'}
			cancelHref={way.backHref}
			confirmLabel={becomesAdmin ? 'Make administrator' : 'Make member'}
			form={{ id: 'role', table: asksPassword ? { currentPassword: CURRENT_PASSWORD } : {} }}
			response={actionData}
			hidden={{ role: becomesAdmin ? 'admin' : 'user', version: user.version }}
		>
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
				<p>The account continues as that of a member, without access to this area.</p>
			)}
			<p>All sessions of the account end, and its owner gets an email.</p>
		</ConfirmPage>
	)
}
