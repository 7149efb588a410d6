import { href, redirect } from 'react-router'
import { needsPassword } from '~/domain/accounts/rules'
import { turnMaintenanceOn } from '~/domain/settings/commands.server'
import { MAINTENANCE_MEANS, MaintenanceForm } from '~/domain/settings/forms'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { isMaintenanceOn } from '~/server/ops/maintenance-mode.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { CURRENT_PASSWORD } from '~/ui/forms/person-fields'
import type { Route } from './+types/setting-maintenance'

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	if (await isMaintenanceOn()) throw redirect(href('/admin/setting'))
	return { asksPassword: needsPassword(admin, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const sent = await submitForm(await readForm(request), MaintenanceForm, ({ currentPassword }) =>
		turnMaintenanceOn(admin, currentPassword, currentCaller()),
	)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/setting', 'Maintenance is on. Visitors see the notice.')
}

export default function TurnMaintenanceOn({ loaderData, actionData }: Route.ComponentProps) {
	const { asksPassword } = loaderData
	return (
		<ConfirmPage
			title="Turn maintenance on?"
			cancelHref="/admin/setting"
			confirmLabel="Turn maintenance on"
			hidden={{ maintenance_mode: '1' }}
			form={{
				id: 'maintenance',
				table: asksPassword ? { currentPassword: CURRENT_PASSWORD } : {},
			}}
			response={actionData}
		>
			<p>{MAINTENANCE_MEANS}</p>
		</ConfirmPage>
	)
}
