import { useForm } from '@conform-to/react'
import { href, redirect } from 'react-router'
import { needsPassword } from '~/domain/accounts/rules'
import { turnMaintenanceOn } from '~/domain/settings/commands.server'
import { MAINTENANCE_MEANS, MaintenanceForm } from '~/domain/settings/forms'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { maintenanceIsOn } from '~/server/ops/maintenance-mode.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { CurrentPasswordField } from '~/ui/forms/password-fields'
import type { Route } from './+types/setting-maintenance'

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	if (await maintenanceIsOn()) throw redirect(href('/admin/setting'))
	return { asks: needsPassword(admin, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const sent = await submitForm(await readForm(request), MaintenanceForm, ({ currentPassword }) =>
		turnMaintenanceOn(admin, currentPassword, currentCaller()),
	)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/setting', 'Maintenance is on. Visitors see the notice.')
}

export default function TurnMaintenanceOn({ loaderData: { asks }, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<{ currentPassword?: string }>({
		id: 'maintenance',
		lastResult: actionData?.result,
		constraint: { currentPassword: { required: asks } },
	})
	return (
		<ConfirmPage
			title="Turn maintenance on?"
			cancelHref="/admin/setting"
			confirmLabel="Turn maintenance on"
			hidden={{ maintenance_mode: '1' }}
			fields={asks ? <CurrentPasswordField field={fields.currentPassword} /> : null}
		>
			<ErrorSummary form={form} labels={{ currentPassword: 'Current password' }} />
			<p>{MAINTENANCE_MEANS}</p>
		</ConfirmPage>
	)
}
