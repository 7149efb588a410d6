import type { SubmissionResult } from '@conform-to/react'
import { TEXT } from '~/domain/accounts/rules'
import { USER_FAILED } from '~/domain/accounts/user-failures'
import { createUser } from '~/domain/accounts/users.commands.server'
import { AddUserForm } from '~/domain/accounts/users-schema'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { Button, ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/carried'
import { DialogPage } from '~/ui/dialog-page'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckField, NewPasswordFields, PERSON_LABELS, PersonFields } from '~/ui/field'
import { KeptForm } from '~/ui/kept-form'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/user-new'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Add New User') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return null
}

const FAILED = { title: USER_FAILED.add, message: TEXT.unexpected }

export async function action({ request }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const submission = parseForm(await readForm(request), AddUserForm)
	if (submission.status !== 'success') return refuse(submission)
	const by = { actor, now: Date.now() }
	const outcome = await orRefusal(() => createUser(submission.value, by), FAILED)
	if (!outcome.ok) return refuse(submission, { title: FAILED.title, ...outcome })
	throw await redirectWithFlash('/admin/userManagement', {
		type: 'success',
		text: 'User added successfully!',
	})
}

const LABELS = {
	...PERSON_LABELS,
	password: 'Password',
	confirmPassword: 'Confirm password',
	terms: 'Terms & Conditions',
}

export default function NewUser({ actionData }: Route.ComponentProps) {
	return (
		<DialogPage
			title="Add New User"
			backHref="/admin/userManagement"
			backLabel="Cancel"
			intro="The user gets an email that says who made the account, how to log in, and how to set a password of their own."
			narrow
		>
			<KeptForm
				id="user"
				className="form"
				of={Fields}
				props={{ lastResult: actionData?.result, refusal: actionData?.title }}
			/>
		</DialogPage>
	)
}

function Fields({
	lastResult,
	refusal,
}: {
	lastResult: SubmissionResult | undefined
	refusal: string | undefined
}) {
	const [form, fields] = usePageForm<Record<keyof typeof LABELS, string | undefined>>({
		id: 'user',
		lastResult: lastResult ?? null,
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
		<>
			<ErrorSummary form={form} labels={LABELS} title={refusal} />
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
				<ButtonLink variant="secondary" href="/admin/userManagement">
					Cancel
				</ButtonLink>
			</div>
		</>
	)
}
