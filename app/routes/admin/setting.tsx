import { data } from 'react-router'
import { z } from 'zod'
import { changeSetting } from '~/domain/settings/commands.server'
import { getSetting } from '~/domain/settings/queries.server'
import { redirectWithFlash } from '~/server/flash.server'
import { readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { Badge } from '~/ui/badge'
import { brand } from '~/ui/brand'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/page-title'
import type { Route } from './+types/setting'

const Form = z.object({ intent: z.literal('maintenance'), maintenance_mode: z.enum(['0', '1']) })

export const meta: Route.MetaFunction = () => [{ title: `Settings · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return { maintenance: await getSetting('maintenance') }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = Form.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw data(null, { status: 400 })
	const isOn = form.data.maintenance_mode === '1'
	await changeSetting('maintenance', isOn, { actorId: admin.id, now: asking().now })
	throw await redirectWithFlash('/admin/setting', {
		type: 'success',
		text: isOn ? 'Maintenance is on. Visitors see the notice.' : 'Maintenance is off. The site is open.',
	})
}

export default function Setting({ loaderData: { maintenance } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle title="Settings" intro="What changes the site for everybody." />
			<Card
				title="Maintenance"
				aside={maintenance ? <Badge status="on" look="pending" /> : <Badge status="off" look="off" />}
			>
				<form method="post" className="grid justify-items-start gap-5">
					<p className="max-w-text text-sm">
						While maintenance is on, every page shows the notice and nothing can be bought or changed. The
						log-in page and the administration stay open. Pages that are open in a browser follow within five
						minutes.
					</p>
					<input type="hidden" name="maintenance_mode" value={maintenance ? '0' : '1'} />
					<Button variant={maintenance ? 'primary' : 'danger'} name="intent" value="maintenance">
						{maintenance ? 'Turn maintenance off' : 'Turn maintenance on'}
					</Button>
				</form>
			</Card>
		</>
	)
}
