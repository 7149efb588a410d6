import type { z } from 'zod'
import { changePhone } from '~/domain/accounts/profile/profile.commands.server'
import { readProfile } from '~/domain/accounts/profile/profile.queries.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { PhoneForm } from '~/domain/accounts/profile/profile-schema'
import { TEXT } from '~/domain/accounts/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { usePageForm } from '~/ui/forms/carried'
import { InputField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { ChangePage } from '~/ui/setting/change-page'
import type { Route } from './+types/setting-phone'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Change phone number') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { phone } = await readProfile(account)
	return { area: account.role, typed: { phone: phone ?? '' } }
}

export async function action({ request }: Route.ActionArgs) {
	const { id, role } = await requireAccount(request)
	const sent = await readForm(request)
	/* An empty field removes the number; a form without the field is none of ours. */
	if (!sent.has('phone')) throw badRequest()
	const submission = parseForm(sent, PhoneForm)
	if (submission.status !== 'success') return formReply(submission)
	const { phone } = submission.value
	const change = () => changePhone(phone, { accountId: id, now: Date.now() })
	const outcome = await catchUnexpected(change, { title: PROFILE_TEXT.phoneFailed, message: TEXT.unexpected })
	if (!outcome.ok) return formReply(submission, outcome)
	const text = phone ? PROFILE_TEXT.phoneUpdated : PROFILE_TEXT.phoneRemoved
	throw await redirectWithFlash(`/${role}/setting`, { type: 'success', text })
}

export default function ChangePhone({ loaderData: { area, typed }, actionData }: Route.ComponentProps) {
	const [form, fields] = usePageForm<z.input<typeof PhoneForm>>({
		id: 'phone',
		...(actionData ? { lastResult: actionData.result } : {}),
		defaultValue: typed,
	})
	return (
		<ChangePage
			area={area}
			title="Change phone number"
			form={form}
			checks="phone"
			refused={actionData}
			save="Save phone number"
		>
			<InputField
				field={fields.phone}
				label="Phone number"
				help="With the prefix of its country, as +44 20 7946 0000. Leave it empty to remove it."
				type="tel"
				autoComplete="tel"
				maxLength={40}
			/>
		</ChangePage>
	)
}
