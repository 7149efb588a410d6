import { useForm } from '@conform-to/react'
import { href, redirect } from 'react-router'
import { isFreshSignIn, TEXT } from '~/domain/accounts/rules'
import { turnMaintenanceOn } from '~/domain/settings/commands.server'
import { MAINTENANCE_MEANS, MaintenanceForm } from '~/domain/settings/forms'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { maintenanceIsOn } from '~/server/ops/maintenance-mode.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { CurrentPasswordField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Route } from './+types/setting-maintenance'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Turn maintenance on') }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const { hasPassword, signedInAt } = await requireAdmin(request)
	if (await maintenanceIsOn()) throw redirect(href('/admin/setting'))
	return { asksPassword: hasPassword && !isFreshSignIn(signedInAt, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const submission = parseForm(await readForm(request), MaintenanceForm)
	if (submission.status !== 'success') return formReply(submission)
	const { currentPassword } = submission.value
	const outcome = await catchUnexpected(() => turnMaintenanceOn(admin, currentPassword, currentCaller()), {
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return formReply(submission, outcome)
	throw await redirectWithFlash('/admin/setting', {
		type: 'success',
		text: 'Maintenance is on. Visitors see the notice.',
	})
}

export default function TurnMaintenanceOn({
	loaderData: { asksPassword },
	actionData,
}: Route.ComponentProps) {
	const [form, fields] = useForm<{ currentPassword?: string }>({
		id: 'maintenance',
		...(actionData ? { lastResult: actionData.result } : {}),
		constraint: { currentPassword: { required: asksPassword } },
	})
	return (
		<ConfirmPage
			title="Turn maintenance on?"
			cancelHref="/admin/setting"
			confirmLabel="Turn maintenance on"
			intent="confirm"
			hidden={{ maintenance_mode: '1' }}
			fields={asksPassword ? <CurrentPasswordField field={fields.currentPassword} /> : null}
		>
			<ErrorSummary form={form} labels={{ currentPassword: 'Current password' }} />
			<p>{MAINTENANCE_MEANS}</p>
		</ConfirmPage>
	)
}
