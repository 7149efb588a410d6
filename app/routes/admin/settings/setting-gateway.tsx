import type { SubmissionResult } from '@conform-to/react'
import { data } from 'react-router'
import { isFreshSignIn, staleSignIn, TEXT } from '~/domain/accounts/rules'
import { changeGateway, readGateway, type ShownKey } from '~/domain/gateway/commands.server'
import { GatewayForm, type GatewayInput } from '~/domain/gateway/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, parseForm, readForm } from '~/server/forms/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/forms/carried'
import { DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField, SelectField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/setting-gateway'

const STALE_SIGN_IN = staleSignIn('you change the keys')

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Payment gateway') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return { gateway: await readGateway() }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const submission = parseForm(await readForm(request), GatewayForm)
	if (submission.status !== 'success') return refuse(submission.reply({ hideFields: KEYS }), 400)
	const refusal = (message: string, field?: string) =>
		submission.reply({
			hideFields: KEYS,
			...(field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] }),
		})
	if (!isFreshSignIn(admin.signedInAt, now)) return refuse(refusal(STALE_SIGN_IN), 403)
	const { version, ...typed } = submission.value
	const change = () => changeGateway(typed, { version, actorId: admin.id, now })
	const outcome = await catchUnexpected(change, { message: TEXT.unexpected })
	if (!outcome.ok) {
		if (!('code' in outcome)) return refuse(refusal(outcome.message), 500)
		const isMissing = outcome.code === 'keys-missing'
		return refuse(refusal(outcome.message, isMissing ? outcome.field : undefined), isMissing ? 422 : 409)
	}
	throw await redirectWithFlash('/admin/setting', {
		type: 'success',
		text: 'The payment gateway settings are saved.',
	})
}

const refuse = (result: SubmissionResult<string[]>, status: number) => data({ result }, { status })

/* A page never holds a key, not even one that was just typed. */
const KEYS = ['access_key', 'publish_key', 'wise_api_key']

const LABELS: Record<keyof GatewayInput, string> = {
	access_key: 'Stripe Access Key',
	publish_key: 'Stripe Publish Key',
	wise_api_key: 'Wise API key',
	wise_profile_id: 'Wise profile ID',
	wise_environment: 'Wise environment',
}

function helpOf(shown: ShownKey): string {
	if (shown === null) return 'None is stored.'
	if (shown === 'unreadable') return 'The stored one cannot be read any more. Please enter it again.'
	const which = shown.end ? `One that ends in ${shown.end}` : 'One'
	return `${which} is stored. An empty field keeps it.`
}

export default function Gateway({ loaderData: { gateway }, actionData }: Route.ComponentProps) {
	const [form, fields] = usePageForm<Record<keyof GatewayInput, string>>({
		id: 'gateway',
		lastResult: actionData?.result,
		defaultValue: {
			wise_profile_id: gateway.wiseProfileId,
			wise_environment: gateway.wiseEnvironment,
		},
		defaultNoValidate: true,
	})
	const key = { type: 'password', autoComplete: 'off', maxLength: 200 } as const
	return (
		<DialogPage title="Payment gateway" backHref="/admin/setting" narrow>
			<Notice title="Card payments are off">
				<p>Pixels are paid by bank transfer. These keys are stored, encrypted, and used by nothing.</p>
			</Notice>
			<form method="post" id={form.id} className="form" noValidate>
				<ErrorSummary form={form} labels={LABELS} />
				<input type="hidden" name="version" value={gateway.version} />
				<InputField
					field={fields.access_key}
					label={LABELS.access_key}
					{...key}
					help={helpOf(gateway.accessKey)}
				/>
				<InputField
					field={fields.publish_key}
					label={LABELS.publish_key}
					{...key}
					help={helpOf(gateway.publishKey)}
				/>
				<InputField
					field={fields.wise_api_key}
					label={LABELS.wise_api_key}
					optional
					{...key}
					help={helpOf(gateway.wiseApiKey)}
				/>
				<InputField
					field={fields.wise_profile_id}
					label={LABELS.wise_profile_id}
					optional
					autoComplete="off"
					maxLength={200}
				/>
				<SelectField field={fields.wise_environment} label={LABELS.wise_environment}>
					<option value="sandbox">Sandbox</option>
					<option value="live">Live</option>
				</SelectField>
				<div className="actions">
					<Button busy="Saving...">Save the keys</Button>
					<ButtonLink variant="secondary" href="/admin/setting">
						Cancel
					</ButtonLink>
				</div>
			</form>
		</DialogPage>
	)
}
