import { USER_FAILED } from '~/domain/accounts/rules'
import { createUser } from '~/domain/accounts/users.commands.server'
import { AddUserForm, type NewUser } from '~/domain/accounts/users-schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { Button } from '~/ui/button'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { CheckField, PERSON_LABELS, PersonFields } from '~/ui/forms/field'
import { NewPasswordFields } from '~/ui/forms/password-fields'
import { usePageForm } from '~/ui/forms/restored'
import type { Route } from './+types/user-new'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return null
}

export async function action({ request }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const create = (user: NewUser) => createUser(user, { actor, now: Date.now() })
	const sent = await submitForm(await readForm(request), AddUserForm, create, USER_FAILED.add)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/userManagement', 'User added successfully!')
}

const LABELS = {
	...PERSON_LABELS,
	password: 'Password',
	confirmPassword: 'Confirm password',
	terms: 'Terms & Conditions',
}

export default function AddUser({ actionData }: Route.ComponentProps) {
	const [form, fields] = usePageForm<Record<keyof typeof LABELS, string | undefined>>({
		id: 'user',
		lastResult: actionData?.result,
		constraint: {
			firstName: { required: true },
			lastName: { required: true },
			email: { required: true },
			password: { required: true },
			confirmPassword: { required: true },
			terms: { required: true },
		},
	})
	return (
		<DialogPage
			title="Add New User"
			backHref="/admin/userManagement"
			backLabel="Cancel"
			intro="The user gets an email that says who made the account, how to log in, and how to set a password of their own."
			narrow
		>
			<form method="post" id="user" className="form">
				<ErrorSummary form={form} labels={LABELS} title={actionData?.title} />
				<PersonFields fields={fields} />
				<NewPasswordFields
					password={fields.password}
					label={LABELS.password}
					confirm={fields.confirmPassword}
				/>
				<CheckField
					field={fields.terms}
					label={
						<>
							The user has agreed to the{' '}
							<a className="link" href="/policy-terms" target="_blank" rel="noopener">
								Terms & Conditions
							</a>
						</>
					}
				/>
				<div className="actions">
					<Button busy="Processing...">Add User</Button>
					<CancelLink href="/admin/userManagement" />
				</div>
			</form>
		</DialogPage>
	)
}
