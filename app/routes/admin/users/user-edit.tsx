import { ADMINISTRATORS_OWN, USER_FAILED } from '~/domain/accounts/rules'
import { changeUser } from '~/domain/accounts/users.commands.server'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { type ChangedUser, EditUserForm } from '~/domain/accounts/users-schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { DialogPage } from '~/ui/forms/dialog-page'
import { FormPage } from '~/ui/forms/form-page'
import { CONFIRM_PASSWORD, newPassword } from '~/ui/forms/person-fields'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/user-edit'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const user = await orRedirectDeleted(await readUser(params.userId), params.userId, DELETED_USER)
	return { user, isSelf: user.id === admin.id }
}

const INPUT_KEPT =
	'What you typed is still here. Saving it again replaces what has been saved in the meantime.'

export async function action({ request, params }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const form = await readForm(request)
	const save = async (values: ChangedUser) => {
		const outcome = await changeUser(params.userId, values, { actor, now: Date.now() })
		if (outcome.ok || outcome.code !== 'changed') return outcome
		return { ...outcome, message: `${outcome.message} ${INPUT_KEPT}` }
	}
	const typed = `${form.get('name') ?? ''} ${form.get('email') ?? ''}`.trim()
	const ifUnknown = () => redirectDeleted(params.userId, DELETED_USER, typed)
	const sent = await submitForm(form, EditUserForm, save, { title: USER_FAILED.update, ifUnknown })
	if (sent.ok) {
		throw await redirectWithFlash(`/admin/userManagement/${params.userId}`, 'User updated successfully')
	}
	const userExists = await readUser(params.userId).then(Boolean, () => true)
	return userExists ? sent.reply : await ifUnknown()
}

const NAME = { label: 'Name', autoComplete: 'off', maxLength: 121 }
const EMAIL = {
	label: 'Email',
	type: 'email',
	autoComplete: 'off',
	maxLength: 254,
	help: 'The former address gets an email about a change.',
}

const PASSWORDS = {
	password: { ...newPassword('New password (optional)'), required: false },
	confirmPassword: { ...CONFIRM_PASSWORD, required: false },
}

export default function EditUser({ loaderData: { user, isSelf }, actionData }: Route.ComponentProps) {
	const path = `/admin/userManagement/${user.id}`
	const isAdmin = user.role === 'admin'
	if (isSelf) {
		return (
			<DialogPage title="Edit User Details" backHref={path} narrow>
				<p>
					This is your own account.{' '}
					<a className="link" href="/admin/setting">
						Change it in the settings
					</a>
				</p>
			</DialogPage>
		)
	}
	return (
		<FormPage
			title="Edit User Details"
			backHref={path}
			id="user"
			table={{
				name: NAME,
				...(user.isGoogle || isAdmin ? {} : { email: EMAIL }),
				...(isAdmin ? {} : PASSWORDS),
			}}
			values={{ name: user.name, email: user.email }}
			version={user.version}
			refused={actionData}
			save="Save"
			saveIntent="save"
			busy="Processing..."
		>
			{user.isGoogle || isAdmin ? (
				<Notice>
					<p className="wrap-anywhere">{user.email}</p>
					<p>{isAdmin ? ADMINISTRATORS_OWN : 'This user signed in with Google. Email cannot be updated.'}</p>
				</Notice>
			) : null}
			{isAdmin ? null : (
				<p className="text-sm text-muted">
					A new email address or password ends the sessions of this user. An empty password keeps the present
					one.
				</p>
			)}
		</FormPage>
	)
}
