import type { SubmissionResult } from '@conform-to/react'
import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { changeSettings } from '~/domain/settings/commands.server'
import { BrandForm, type BrandInput, brandFields, brandOf } from '~/domain/settings/forms'
import { readSettings } from '~/domain/settings/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, parseForm, readForm, statusOf } from '~/server/forms/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/forms/carried'
import { DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Route } from './+types/setting-brand'

type Fields = Record<Exclude<keyof BrandInput, 'version'>, string>

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Brand') }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { values, version } = await readSettings(['brand'])
	return { values: brandFields(values.brand), version }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const submission = parseForm(await readForm(request), BrandForm)
	if (submission.status !== 'success') return refuse(submission.reply(), 400)
	const { version } = submission.value
	const by = { version, actorId: admin.id, now: Date.now() }
	const change = () => changeSettings({ brand: brandOf(submission.value) }, by)
	const outcome = await catchUnexpected(change, { message: TEXT.unexpected })
	if (!outcome.ok) {
		return refuse(submission.reply({ formErrors: [outcome.message] }), statusOf(outcome))
	}
	throw await redirectWithFlash('/admin/setting', {
		type: 'success',
		text: 'The brand is saved. Every page shows it from now on.',
	})
}

const refuse = (result: SubmissionResult<string[]>, status: number) => data({ result }, { status })

const LABELS: Fields = {
	name: 'Name',
	blurb: 'One sentence about the site',
	founder: 'Founder',
	supportEmail: 'Email address for questions',
	phone: 'Telephone',
	city1: 'First office: city',
	address1: 'First office: address',
	city2: 'Second office: city',
	address2: 'Second office: address',
	instagram: 'Instagram',
	linkedin: 'LinkedIn',
	x: 'X',
	youtube: 'YouTube',
}
const HELP: Partial<Fields> = {
	blurb: 'In the footer, and for search engines.',
	founder: 'As it stands on the page About Us. Left empty, the founder stays unnamed.',
	phone: 'As it is read, best with the prefix of the country.',
}
const OPTIONAL = ['founder', 'city2', 'address2', 'instagram', 'linkedin', 'x', 'youtube']
const TYPES: Partial<Fields> = {
	supportEmail: 'email',
	phone: 'tel',
	...{ instagram: 'url', linkedin: 'url', x: 'url', youtube: 'url' },
}

export default function BrandSetting({ loaderData, actionData }: Route.ComponentProps) {
	const { values, version } = loaderData
	const [form, fields] = usePageForm<Fields>({
		id: 'brand',
		lastResult: actionData?.result,
		defaultValue: values,
		defaultNoValidate: true,
	})
	return (
		<DialogPage title="Brand" backHref="/admin/setting" narrow>
			<form method="post" id="brand" className="form" noValidate>
				<p className="text-sm text-muted">
					What is said here stands on every page, in emails and on receipts and certificates. A link that is
					left empty is not shown.
				</p>
				<ErrorSummary form={form} labels={LABELS} />
				<input type="hidden" name="version" value={version} />
				{(Object.keys(LABELS) as (keyof Fields)[]).map(name => (
					<InputField
						key={name}
						field={fields[name]}
						label={LABELS[name]}
						help={HELP[name]}
						type={TYPES[name] ?? 'text'}
						optional={OPTIONAL.includes(name)}
						autoComplete="off"
					/>
				))}
				<div className="actions">
					<ButtonLink variant="secondary" href="/admin/setting">
						Cancel
					</ButtonLink>
					<Button>Save the brand</Button>
				</div>
			</form>
		</DialogPage>
	)
}
