import { sendTestEmail } from '~/domain/mail/commands.server'
import { type Check, checkSystem } from '~/domain/monitoring/checks.server'
import { checkVisit } from '~/domain/monitoring/visit'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import { Badge, type BadgeVariant } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/layout/page-title'
import product from '../../../../package.json' with { type: 'json' }
import type { Route } from './+types/self-check'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { now, address } = currentCaller()
	const header = (name: string) => request.headers.get(name)
	const visit = checkVisit(
		{ address, forwardedFor: header('x-forwarded-for'), host: header('host'), referrer: header('referer') },
		{ appUrl: env.appUrl, trustProxy: env.TRUST_PROXY },
	)
	const running: Check = {
		name: 'Version',
		state: 'ok',
		text: `${product.version}, revision ${env.REVISION ?? 'unknown'}, on Node ${process.version}.`,
	}
	return { checks: [...visit, ...(await checkSystem(now)), running] }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	if (form.get('intent') !== 'test-email') throw badRequest()
	await sendTestEmail(admin.email, { actor: admin, now: currentCaller().now })
	const text = `A test email to ${admin.email} is on its way. If it does not arrive, the outbox says why.`
	throw await redirectWithFlash('/admin/setting/check', text)
}

const VARIANTS: Record<Check['state'], [text: string, variant: BadgeVariant]> = {
	ok: ['good', 'approved'],
	warning: ['warning', 'pending'],
	failure: ['failed', 'rejected'],
}

export default function SelfCheck({ loaderData: { checks } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				back={{ href: '/admin/setting', title: 'Settings' }}
				title="Self-check"
				intro="The state of this installation at this moment."
				actions={
					<form method="post">
						<Button variant="secondary" name="intent" value="test-email">
							Send a test email
						</Button>
					</form>
				}
			/>
			<Card>
				<ul className="divide-y divide-line">
					{checks.map(({ name, state, text }) => (
						<li
							key={name}
							className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 md:grid-cols-[10rem_minmax(0,1fr)_auto]"
						>
							<h2 className="text-sm">{name}</h2>
							<p className="order-last col-span-2 text-sm wrap-anywhere md:order-none md:col-span-1">
								{text}
							</p>
							<Badge status={VARIANTS[state][0]} variant={VARIANTS[state][1]} />
						</li>
					))}
				</ul>
			</Card>
		</>
	)
}
