import { changeName } from '~/domain/accounts/profile/profile.commands.server'
import { PROFILE_TEXT, splitName } from '~/domain/accounts/profile/profile-rules'
import { NameForm } from '~/domain/accounts/profile/profile-schema'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { FormPage } from '~/ui/forms/form-page'
import { PERSON } from '~/ui/forms/person-fields'
import type { Route } from './+types/setting-name'

export async function loader({ request }: Route.LoaderArgs) {
	const { role, fullName } = await requireAccount(request)
	return { area: role, values: splitName(fullName) }
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role } = await requireAccount(request)
	const change = (name: { firstName: string; lastName: string }) =>
		changeName(name, { accountId, now: Date.now() })
	const sent = await submitForm(await readForm(request), NameForm, change, {
		title: PROFILE_TEXT.nameFailed,
	})
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash(`/${role}/setting`, PROFILE_TEXT.nameUpdated)
}

const { firstName, lastName } = PERSON

export default function ChangeName({ loaderData: { area, values }, actionData }: Route.ComponentProps) {
	return (
		<FormPage
			backHref={`/${area}/setting`}
			title="Change name"
			id="name"
			checks="name"
			table={{ firstName, lastName }}
			values={values}
			refused={actionData}
			noValidate
			save="Save name"
		/>
	)
}
