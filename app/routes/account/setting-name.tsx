import type { z } from 'zod'
import { changeName } from '~/domain/accounts/profile/profile.commands.server'
import { PROFILE_TEXT, splitName } from '~/domain/accounts/profile/profile-rules'
import { NameForm } from '~/domain/accounts/profile/profile-schema'
import { TEXT } from '~/domain/accounts/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { usePageForm } from '~/ui/forms/carried'
import { InputField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { ChangePage } from '~/ui/setting/change-page'
import type { Route } from './+types/setting-name'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Change name') }]

export async function loader({ request }: Route.LoaderArgs) {
	const { role, fullName } = await requireAccount(request)
	return { area: role, typed: splitName(fullName) }
}

export async function action({ request }: Route.ActionArgs) {
	const { id, role } = await requireAccount(request)
	const submission = parseForm(await readForm(request), NameForm)
	if (submission.status !== 'success') return formReply(submission)
	const change = () => changeName(submission.value, { accountId: id, now: Date.now() })
	const outcome = await catchUnexpected(change, { title: PROFILE_TEXT.nameFailed, message: TEXT.unexpected })
	if (!outcome.ok) return formReply(submission, outcome)
	throw await redirectWithFlash(`/${role}/setting`, { type: 'success', text: PROFILE_TEXT.nameUpdated })
}

const LABELS = { firstName: 'First name', lastName: 'Last name' }

export default function ChangeName({ loaderData: { area, typed }, actionData }: Route.ComponentProps) {
	const [form, fields] = usePageForm<z.input<typeof NameForm>>({
		id: 'name',
		...(actionData ? { lastResult: actionData.result } : {}),
		defaultValue: typed,
		constraint: { firstName: { required: true }, lastName: { required: true } },
	})
	return (
		<ChangePage
			area={area}
			title="Change name"
			form={form}
			checks="name"
			labels={LABELS}
			refused={actionData}
			save="Save name"
		>
			<InputField
				field={fields.firstName}
				label={LABELS.firstName}
				autoComplete="given-name"
				maxLength={60}
			/>
			<InputField field={fields.lastName} label={LABELS.lastName} autoComplete="family-name" maxLength={60} />
		</ChangePage>
	)
}
