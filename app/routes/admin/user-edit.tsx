import type { SubmissionResult } from '@conform-to/react'
import { TEXT } from '~/domain/accounts/rules'
import { USER_FAILED } from '~/domain/accounts/user-failures'
import { changeUser } from '~/domain/accounts/users.commands.server'
import { DELETED_USER, readUser } from '~/domain/accounts/users.queries.server'
import { EditUserForm } from '~/domain/accounts/users-schema'
import { gone, stillThere } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { Button, ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/carried'
import { DialogPage } from '~/ui/dialog-page'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField, NewPasswordFields } from '~/ui/field'
import { KeptForm } from '~/ui/kept-form'
import { Notice } from '~/ui/notice'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/user-edit'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Edit User Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const { id, name, email, isGoogle, version } = await stillThere(
		await readUser(params.userId),
		params.userId,
		DELETED_USER,
	)
	return { user: { id, name, email, isGoogle, version }, isSelf: id === admin.id }
}

const FAILED = { title: USER_FAILED.update, message: TEXT.unexpected }
const AS_IT_IS = 'What you typed still stands here. Saving it again replaces what has been saved meanwhile.'

export async function action({ request, params }: Route.ActionArgs) {
	const actor = await requireAdmin(request)
	const submission = parseForm(await readForm(request), EditUserForm)
	const { name = '', email = '' } = submission.payload
	const typed = `${name} ${email}`.trim()
	if (submission.status !== 'success') {
		if (!(await readUser(params.userId))) return await gone(params.userId, DELETED_USER, typed)
		return refuse(submission)
	}
	const by = { actor, now: Date.now() }
	const outcome = await orRefusal(() => changeUser(params.userId, submission.value, by), FAILED)
	const path = `/admin/userManagement/${params.userId}`
	if (outcome.ok) throw await redirectWithFlash(path, { type: 'success', text: 'User updated successfully' })
	const code = 'code' in outcome ? outcome.code : undefined
	if (code === 'unknown') return await gone(params.userId, DELETED_USER, typed)
	const refusal = { title: FAILED.title, ...outcome }
	if (code !== 'changed') return refuse(submission, refusal)
	return refuse(submission, { ...refusal, status: 409, message: `${outcome.message} ${AS_IT_IS}` })
}

const LABELS = {
	name: 'Name',
	email: 'E-mail',
	password: 'New password (optional)',
	confirmPassword: 'Confirm password',
}

export default function EditUser({ loaderData: { user, isSelf }, actionData }: Route.ComponentProps) {
	const { name, email, version, isGoogle } = user
	const path = `/admin/userManagement/${user.id}`
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
		<DialogPage title="Edit User Details" backHref={path} backLabel="Cancel" narrow>
			<KeptForm
				id="user"
				className="form"
				of={Fields}
				props={{
					user: { name, email, version, isGoogle },
					path,
					lastResult: actionData?.result,
					refusal: actionData?.title,
				}}
			/>
		</DialogPage>
	)
}

function Fields({
	user,
	path,
	lastResult,
	refusal,
}: {
	user: Pick<Route.ComponentProps['loaderData']['user'], 'name' | 'email' | 'version' | 'isGoogle'>
	path: string
	lastResult: SubmissionResult | undefined
	refusal: string | undefined
}) {
	const [form, fields] = usePageForm<Record<keyof typeof LABELS, string | undefined>>({
		id: 'user',
		lastResult: lastResult ?? null,
		defaultValue: { name: user.name, email: user.email },
		constraint: { name: { required: true }, email: { required: true } },
	})
	return (
		<>
			<ErrorSummary form={form} labels={LABELS} title={refusal} />
			<input type="hidden" name="version" value={user.version} />
			<InputField field={fields.name} label={LABELS.name} autoComplete="off" maxLength={121} />
			{user.isGoogle ? (
				<Notice>
					<p className="wrap-anywhere">{user.email}</p>
					<p>This user signed in with Google. Email cannot be updated.</p>
				</Notice>
			) : (
				<InputField
					field={fields.email}
					label={LABELS.email}
					type="email"
					autoComplete="off"
					maxLength={254}
					help="The former address is told of a change."
				/>
			)}
			<NewPasswordFields
				password={fields.password}
				label={LABELS.password}
				confirm={fields.confirmPassword}
			/>
			<p className="text-sm text-muted">
				A new e-mail address or password ends the sessions of this user. An empty password keeps the present
				one.
			</p>
			<div className="actions">
				<Button name="intent" value="save" busy="Processing...">
					Save
				</Button>
				<ButtonLink variant="secondary" href={path}>
					Cancel
				</ButtonLink>
			</div>
		</>
	)
}
