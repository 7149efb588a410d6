import { isFreshSignIn, staleSignIn } from '~/domain/accounts/rules'
import { changeGateway, readGateway, type ShownKey } from '~/domain/gateway/commands.server'
import { GatewayForm } from '~/domain/gateway/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { FormPage } from '~/ui/forms/form-page'
import type { FieldTable } from '~/ui/forms/table-form'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/setting-gateway'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return { gateway: await readGateway() }
}

const STALE = { ok: false as const, message: staleSignIn('you change the keys'), status: 403 }

export async function action({ request }: Route.ActionArgs) {
	const { id: actorId, signedInAt } = await requireAdmin(request)
	const now = Date.now()
	const sent = await submitForm(await readForm(request), GatewayForm, async ({ version, ...typed }) =>
		isFreshSignIn(signedInAt, now) ? await changeGateway(typed, { version, actorId, now }) : STALE,
	)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/setting', 'The payment gateway settings are saved.')
}

function getHelp(shown: ShownKey): string {
	if (shown === null) return 'None is stored.'
	if (shown === 'unreadable') return 'The stored one cannot be read any more. Please enter it again.'
	const which = shown.end ? `One that ends in ${shown.end}` : 'One'
	return `${which} is stored. An empty field keeps it.`
}

export default function Gateway({ loaderData: { gateway }, actionData }: Route.ComponentProps) {
	const key = (label: string, stored: ShownKey): FieldTable[string] => ({
		label,
		type: 'password',
		autoComplete: 'off',
		maxLength: 200,
		required: false,
		help: getHelp(stored),
	})
	return (
		<FormPage
			title="Payment gateway"
			backHref="/admin/setting"
			id="gateway"
			table={{
				access_key: key('Stripe Access Key', gateway.accessKey),
				publish_key: key('Stripe Publish Key', gateway.publishKey),
				wise_api_key: { ...key('Wise API key', gateway.wiseApiKey), optional: true },
				wise_profile_id: {
					label: 'Wise profile ID',
					optional: true,
					autoComplete: 'off',
					maxLength: 200,
				},
				wise_environment: { label: 'Wise environment', control: { sandbox: 'Sandbox', live: 'Live' } },
			}}
			values={{ wise_profile_id: gateway.wiseProfileId, wise_environment: gateway.wiseEnvironment }}
			version={gateway.version}
			refused={actionData}
			noValidate
			above={
				<Notice title="Card payments are off">
					<p>Pixels are paid for by bank transfer. These keys are stored encrypted, and are not in use.</p>
				</Notice>
			}
			save="Save the keys"
		/>
	)
}
