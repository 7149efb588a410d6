import { redirect } from 'react-router'
import { USER_FAILED } from '~/domain/accounts/errors'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { deletionRefusal, LOSS_HAS_CHANGED } from '~/domain/accounts/own-data/deletion-rules'
import { countAdministrators } from '~/domain/accounts/queries.server'
import { TEXT } from '~/domain/accounts/rules'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { DeleteUserForm } from '~/domain/accounts/users-schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formError, readForm } from '~/server/forms/form.server'
import { badRequest, orRedirectDeleted, redirectDeleted } from '~/server/http/answers.server'
import { pageTitle } from '~/ui/layout/page-meta'
import { ConfirmUserDeletion, DeleteUser, NotDeletable } from '~/ui/users/deletion'
import type { Route } from './+types/user-delete'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Delete User') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const { id, name, email, role, version, totalPence } = await orRedirectDeleted(
		await readUser(params.userId),
		params.userId,
		DELETED_USER,
	)
	const [loss, administrators] = await Promise.all([readLoss(id, Date.now()), countAdministrators()])
	const fixed = deletionRefusal({ id, role, version }, { actorId: admin.id, version, administrators })
	/* What the first question showed, which the second is about. */
	const seen = new URL(request.url).searchParams.get('seen')
	return { user: { id, name, email, version, totalPence }, loss, seen, fixed: fixed?.message }
}

const FAILED = { title: USER_FAILED.delete, message: TEXT.unexpected }

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = DeleteUserForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { intent, version, seen } = form.data
	const path = `/admin/userManagement/${params.userId}/delete`
	if (intent === 'delete') throw redirect(`${path}?${new URLSearchParams({ seen })}`)
	const deletion = { accountId: params.userId, actorId: admin.id, version, seen, now: Date.now() }
	const outcome = await catchUnexpected(() => deleteAccount(deletion), FAILED)
	if (outcome.ok) {
		throw await redirectWithFlash('/admin/userManagement', {
			type: 'success',
			text: 'User deleted successfully',
		})
	}
	if ('code' in outcome && outcome.code === 'unknown')
		return await redirectDeleted(params.userId, DELETED_USER)
	return formError({ title: FAILED.title, status: 409, ...outcome, message: outcome.message })
}

export default function Delete({
	loaderData: { user, loss, seen, fixed },
	actionData,
}: Route.ComponentProps) {
	const refused = actionData?.message
	if (fixed) return <NotDeletable why={fixed} userId={user.id} />
	// What has changed meanwhile is shown before it is asked again.
	return seen === null || seen !== loss.seen ? (
		<DeleteUser user={user} loss={loss} refused={refused ?? (seen === null ? undefined : LOSS_HAS_CHANGED)} />
	) : (
		<ConfirmUserDeletion user={user} loss={loss} refused={refused} />
	)
}
