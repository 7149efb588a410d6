import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { formatPounds, poundsInWords } from '~/domain/money'
import { changePrices, readPrices } from '~/domain/prices/commands.server'
import { PricesForm, priceChanges } from '~/domain/prices/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, parseForm, readForm, statusOf } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { Button, ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/forms/carried'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import type { Route } from './+types/setting-prices'

const PATH = '/admin/setting/prices'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Pixel prices') }]

/** The form; or, with prices in the query, what would change and the question. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { prices, version } = await readPrices()
	const wanted = wantedIn(request.url)
	return {
		typed: Object.fromEntries(CELL_TYPES.map(type => [type, formatPounds(prices[type]).replace('£', '')])),
		version,
		question: wanted && { wanted, changes: priceChanges(prices, wanted) },
	}
}

function wantedIn(url: string) {
	const { searchParams } = new URL(url)
	if (!searchParams.has('version')) return undefined
	const submission = parseWithZod(searchParams, { schema: PricesForm })
	return submission.status === 'success' ? submission.value : undefined
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const submission = parseForm(form, PricesForm)
	const intent = form.get('intent')
	if (intent !== 'save' && intent !== 'confirm') throw badRequest()
	if (submission.status !== 'success') return refuse(submission.reply(), 400)
	const { version, ...prices } = submission.value
	if (intent === 'save') {
		const seen = await readPrices()
		if (seen.version === version && priceChanges(seen.prices, prices).length === 0) {
			return refuse(submission.reply({ formErrors: ['These are the prices already.'] }), 422)
		}
		throw redirect(`${PATH}?${new URLSearchParams(fieldsOf(submission.value))}`)
	}
	const change = () => changePrices(prices, { version, actorId: admin.id, now: Date.now() })
	const outcome = await catchUnexpected(change, { message: TEXT.unexpected })
	if (!outcome.ok) {
		return refuse(submission.reply({ formErrors: [outcome.message] }), statusOf(outcome))
	}
	throw await redirectWithFlash('/admin/setting', {
		type: 'success',
		text: 'The prices are changed. Open checkouts keep theirs.',
	})
}

const refuse = (result: SubmissionResult<string[]>, status: number) => data({ result }, { status })

function fieldsOf({ version, ...prices }: Record<CellType | 'version', number>): Record<string, string> {
	const typed = CELL_TYPES.map(type => [type, formatPounds(prices[type]).replace('£', '')])
	return { ...Object.fromEntries(typed), version: String(version) }
}

const LABELS: Record<CellType, string> = { large: 'Large', medium: 'Medium', small: 'Small', tiny: 'Tiny' }

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
	const { typed, version, question } = loaderData
	const result = actionData?.result
	if (question && !result) return <Question {...question} />
	return <PricesFields typed={typed} version={version} result={result} />
}

function PricesFields({
	typed,
	version,
	result,
}: {
	typed: Record<string, string>
	version: number
	result: SubmissionResult<string[]> | undefined
}) {
	const [form, fields] = usePageForm<Record<CellType, string>>({
		id: 'prices',
		lastResult: result,
		defaultValue: typed,
		defaultNoValidate: true,
	})
	return (
		<DialogPage title="Pixel prices" backHref="/admin/setting" narrow>
			<form method="post" action={PATH} id={form.id} className="form" noValidate>
				<ErrorSummary form={form} labels={LABELS} />
				<p className="text-sm text-muted">
					In pounds, for one pixel. What changes is shown before it happens. Orders and open checkouts keep
					the prices that they were promised.
				</p>
				<input type="hidden" name="version" value={version} />
				{CELL_TYPES.map(type => (
					<InputField
						key={type}
						field={fields[type]}
						label={LABELS[type]}
						inputMode="decimal"
						autoComplete="off"
						maxLength={20}
					/>
				))}
				<div className="actions">
					<Button name="intent" value="save">
						Review the change
					</Button>
					<ButtonLink variant="secondary" href="/admin/setting">
						Cancel
					</ButtonLink>
				</div>
			</form>
		</DialogPage>
	)
}

function Question({
	wanted,
	changes,
}: {
	wanted: Record<CellType | 'version', number>
	changes: ReturnType<typeof priceChanges>
}) {
	return (
		<ConfirmPage
			title="Change the prices?"
			cancelHref={PATH}
			cancelLabel="Back to the prices"
			confirmLabel="Change the prices"
			intent="confirm"
			busyLabel="Processing..."
			variant="primary"
			hidden={fieldsOf(wanted)}
		>
			<p>From the next page view on this is what a pixel costs. Orders and open checkouts keep theirs.</p>
			<div className="border border-line">
				<Table
					caption="Prices that change"
					columns={[
						{ title: 'Type', cell: ({ type }) => LABELS[type] },
						{ title: 'Now', figures: true, cell: ({ from }) => <Money pence={from} /> },
						{ title: 'From now on', figures: true, cell: ({ to }) => <Money pence={to} /> },
					]}
					rows={changes}
					rowKey={({ type }) => type}
					empty="Nothing changes"
					narrow
				/>
			</div>
			<ul className="grid gap-1 text-sm text-muted">
				{changes.map(({ type, to }) => (
					<li key={type}>
						{LABELS[type]}: {poundsInWords(to)}
					</li>
				))}
			</ul>
		</ConfirmPage>
	)
}
