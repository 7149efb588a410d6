import { redirect } from 'react-router'
import type { z } from 'zod'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { type Loss, readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import {
	checkDeletion,
	LOSS_HAS_CHANGED,
	staleDeletionRefusal,
} from '~/domain/accounts/own-data/deletion-rules'
import { countAdministrators } from '~/domain/accounts/queries.server'
import { USER_FAILED } from '~/domain/accounts/rules'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { DeleteUserForm } from '~/domain/accounts/users-schema'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { UserLoss } from '~/ui/users/loss'
import type { Route } from './+types/user-delete'

/* Two steps: what is released, and the confirmation. */

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const user = await orRedirectDeleted(await readUser(params.userId), params.userId, DELETED_USER)
	const [loss, administrators] = await Promise.all([readLoss(user.id, Date.now()), countAdministrators()])
	const by = { actorId: admin.id, version: user.version, administrators }
	const fixed = checkDeletion(user, by) ?? staleDeletionRefusal(admin, Date.now())
	/* The fingerprint of what the first step showed. */
	const seen = new URL(request.url).searchParams.get('seen')
	return { user, loss, seen, fixed: fixed?.message }
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const remove = async ({ intent, version, seen }: z.output<typeof DeleteUserForm>) => {
		const path = `/admin/userManagement/${params.userId}/delete`
		if (intent === 'delete') throw redirect(`${path}?${new URLSearchParams({ seen })}`)
		const deletion = { accountId: params.userId, actorId: admin.id, version, seen, now: Date.now() }
		const stale = staleDeletionRefusal(admin, deletion.now)
		return stale ? { ...stale, status: 403 } : await deleteAccount(deletion)
	}
	const sent = await submitForm(await readForm(request), DeleteUserForm, remove, {
		title: USER_FAILED.delete,
		status: 409,
		ifUnknown: () => redirectDeleted(params.userId, DELETED_USER),
	})
	if (sent.ok) throw await redirectWithFlash('/admin/userManagement', 'User deleted successfully')
	return sent.reply
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
	const { user, loss, seen, fixed } = loaderData
	const way = { backHref: `/admin/userManagement/${user.id}`, backLabel: 'See the user' }
	if (fixed) return <StepRefused {...way} title="Delete User" failed={USER_FAILED.delete} message={fixed} />
	// Changes since then are shown before asking again.
	const isSeen = seen === loss.seen
	const problem = actionData || isSeen || seen === null ? undefined : LOSS_HAS_CHANGED
	return (
		<ConfirmPage
			title={isSeen ? 'Confirm User Deletion' : 'Delete User'}
			cancelHref={way.backHref}
			confirmLabel={isSeen ? 'Delete user for good' : 'Delete'}
			intent={isSeen ? 'confirm' : 'delete'}
			hidden={{ version: user.version, seen: loss.seen }}
			response={actionData}
			refused={problem}
			failed={USER_FAILED.delete}
		>
			{isSeen ? <LastQuestion user={user} loss={loss} /> : <ReleasedPixels user={user} loss={loss} />}
		</ConfirmPage>
	)
}

type Props = { user: { name: string; email: string; totalPence: number }; loss: Loss }

function ReleasedPixels({ user, loss }: Props) {
	return (
		<>
			<p className="wrap-anywhere">
				<strong>{user.name}</strong>, {user.email}
			</p>
			<UserLoss loss={loss} totalPence={user.totalPence} />
			<p className="text-sm text-muted">Orders, receipts and the audit stay for the books.</p>
		</>
	)
}

function LastQuestion({ user, loss }: Props) {
	return (
		<>
			<p className="wrap-anywhere">
				Are you sure you want to delete <strong>{user.name}</strong>, {user.email}? This cannot be undone.
			</p>
			<p>
				{loss.cells.length > 0
					? `${pluralize(loss.cells.length, 'pixel becomes', 'pixels become')} available at once.`
					: 'No pixels are released.'}{' '}
				All sessions of the account end, and its owner gets an email.
			</p>
		</>
	)
}
