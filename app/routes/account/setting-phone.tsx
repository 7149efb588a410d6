import { changePhone } from '~/domain/accounts/profile/profile.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { PhoneForm } from '~/domain/accounts/profile/profile-schema'
import { readProfile } from '~/domain/accounts/queries.server'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { FormPage } from '~/ui/forms/form-page'
import type { Route } from './+types/setting-phone'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { phone } = await readProfile(account)
	return { area: account.role, values: { phone: phone ?? '' } }
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role } = await requireAccount(request)
	const form = await readForm(request)
	/* An empty field removes the number; a form without the field is not ours. */
	if (!form.has('phone')) throw badRequest()
	const change = ({ phone }: { phone: string }) => changePhone(phone, { accountId, now: Date.now() })
	const sent = await submitForm(form, PhoneForm, change, { title: PROFILE_TEXT.phoneFailed })
	if (!sent.ok) return sent.reply
	const text = sent.value.phone ? PROFILE_TEXT.phoneUpdated : PROFILE_TEXT.phoneRemoved
	throw await redirectWithFlash(`/${role}/setting`, text)
}

const TABLE = {
	phone: {
		label: 'Phone number',
		help: 'With the country code, as in +44 20 7946 0000. Leave it empty to remove it.',
		type: 'tel',
		autoComplete: 'tel',
		maxLength: 40,
		required: false,
	},
}

export default function ChangePhone({ loaderData: { area, values }, actionData }: Route.ComponentProps) {
	return (
		<FormPage
			backHref={`/${area}/setting`}
			title="Change phone number"
			id="phone"
			checks="phone"
			table={TABLE}
			values={values}
			refused={actionData}
			noValidate
			save="Save phone number"
		/>
	)
}
