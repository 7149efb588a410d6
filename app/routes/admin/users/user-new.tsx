import { USER_FAILED } from '~/domain/accounts/rules'
import { createUser } from '~/domain/accounts/users.commands.server'
import { AddUserForm, type NewUser } from '~/domain/accounts/users-schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { FormPage } from '~/ui/forms/form-page'
import { CONFIRM_PASSWORD, newPassword, PERSON } from '~/ui/forms/person-fields'
import type { Route } from './+types/user-new'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return null
}

export async function action({ request }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const create = (user: NewUser) => createUser(user, { actor, now: Date.now() })
	const sent = await submitForm(await readForm(request), AddUserForm, create, {
		title: USER_FAILED.add,
	})
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/userManagement', 'User added successfully!')
}

const TABLE = {
	...PERSON,
	password: newPassword('Password'),
	confirmPassword: CONFIRM_PASSWORD,
	terms: {
		label: 'Terms & Conditions',
		control: 'check',
		text: (
			<>
				The user has agreed to the{' '}
				<a className="link" href="/policy-terms" target="_blank" rel="noopener">
					Terms & Conditions
				</a>
			</>
		),
	},
} as const

export default function AddUser({ actionData }: Route.ComponentProps) {
	return (
		<FormPage
			title="Add New User"
			backHref="/admin/userManagement"
			intro="The user is emailed who created the account, how to log in, and how to set a password of their own."
			id="user"
			table={TABLE}
			refused={actionData}
			save="Add User"
			busy="Processing..."
		/>
	)
}
