import { isFreshSignIn, staleSignIn } from '~/domain/accounts/rules'
import { changeSettings } from '~/domain/settings/commands.server'
import { BrandForm, type BrandInput, brandFields, toBrand } from '~/domain/settings/forms'
import { readSettings } from '~/domain/settings/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { FormPage } from '~/ui/forms/form-page'
import type { FieldTable } from '~/ui/forms/table-form'
import type { Route } from './+types/setting-brand'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { values, version } = await readSettings(['brand'])
	return { values: brandFields(values.brand), version }
}

/* Replies to our emails go to the address of the brand. */
const STALE = { ok: false as const, message: staleSignIn('you change the brand'), status: 403 }

export async function action({ request }: Route.ActionArgs) {
	const { id: actorId, signedInAt } = await requireAdmin(request)
	const now = Date.now()
	const sent = await submitForm(await readForm(request), BrandForm, async input =>
		isFreshSignIn(signedInAt, now)
			? await changeSettings({ brand: toBrand(input) }, { version: input.version, actorId, now })
			: STALE,
	)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/setting', 'The brand is saved. Every page shows it from now on.')
}

const text = (label: string, more: Partial<FieldTable[string]> = {}) => ({
	label,
	autoComplete: 'off',
	...more,
})
const link = (label: string) => text(label, { type: 'url', optional: true })

const TABLE = {
	name: text('Name'),
	blurb: text('One sentence about the site', { help: 'Shown in the footer and to search engines.' }),
	founder: text('Founder', {
		help: 'Shown on About Us. Leave empty to name no founder.',
		optional: true,
	}),
	supportEmail: text('Email address for questions', { type: 'email' }),
	phone: text('Telephone', {
		type: 'tel',
		help: 'Shown as you type it. Include the country code.',
	}),
	city1: text('First office: city'),
	address1: text('First office: address'),
	city2: text('Second office: city', { optional: true }),
	address2: text('Second office: address', { optional: true }),
	instagram: link('Instagram'),
	linkedin: link('LinkedIn'),
	x: link('X'),
	youtube: link('YouTube'),
} satisfies Record<Exclude<keyof BrandInput, 'version'>, FieldTable[string]>

export default function BrandSetting({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<FormPage
			title="Brand"
			backHref="/admin/setting"
			id="brand"
			{...loaderData}
			table={TABLE}
			refused={actionData}
			noValidate
			above={
				<p className="text-sm text-muted">
					This appears on every page, in emails, and on receipts and certificates. An empty link is not shown.
				</p>
			}
			save="Save the brand"
		/>
	)
}
