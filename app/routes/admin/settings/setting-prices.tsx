import { data } from 'react-router'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { formatPounds, poundsInWords } from '~/domain/money'
import { changePrices, readPrices } from '~/domain/prices/commands.server'
import { PricesForm, priceChanges } from '~/domain/prices/schema'
import { capitalize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { formReply, parseForm, readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { FormPage } from '~/ui/forms/form-page'
import { Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import type { Route } from './+types/setting-prices'

const PATH = '/admin/setting/prices'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { prices, version } = await readPrices()
	return { values: formatPrices(prices), version }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'save': {
			const submission = parseForm(form, PricesForm)
			if (submission.status !== 'success') return formReply(submission)
			const { version, ...prices } = submission.value
			const seen = await readPrices()
			const changes = priceChanges(seen.prices, prices)
			if (seen.version === version && changes.length === 0) {
				return formReply(submission, { message: 'These are already the prices.' })
			}
			return data({ question: { requested: submission.value, changes } })
		}
		case 'confirm': {
			const sent = await submitForm(form, PricesForm, ({ version, ...prices }) =>
				changePrices(prices, { version, actorId: admin.id, now: Date.now() }),
			)
			if (!sent.ok) return sent.reply
			throw await redirectWithFlash('/admin/setting', 'The prices are changed. Open checkouts keep theirs.')
		}
		default:
			throw badRequest()
	}
}

/** Prices as typed, in pounds. */
const formatPrices = (prices: Record<CellType, number>) =>
	Object.fromEntries(CELL_TYPES.map(type => [type, formatPounds(prices[type]).replace('£', '')]))

function toFields({ version, ...prices }: Record<CellType | 'version', number>): Record<string, string> {
	return { ...formatPrices(prices), version: String(version) }
}

const price = (type: CellType) => ({
	label: capitalize(type),
	inputMode: 'decimal' as const,
	autoComplete: 'off',
	maxLength: 20,
})

export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
	const { values, version } = loaderData
	if (actionData && 'question' in actionData) return <Question {...actionData.question} />
	return (
		<FormPage
			title="Pixel prices"
			backHref="/admin/setting"
			id="prices"
			action={PATH}
			table={Object.fromEntries(CELL_TYPES.map(type => [type, price(type)]))}
			values={values}
			version={version}
			refused={actionData}
			noValidate
			above={
				<p className="text-sm text-muted">
					In pounds, for one pixel. What changes is shown before it happens. Orders and open checkouts keep
					the prices that they were promised.
				</p>
			}
			save="Review the change"
			saveIntent="save"
			busy="Checking..."
		/>
	)
}

function Question({
	requested,
	changes,
}: {
	requested: Record<CellType | 'version', number>
	changes: ReturnType<typeof priceChanges>
}) {
	return (
		<ConfirmPage
			title="Change the prices?"
			cancelHref={PATH}
			cancelLabel="Back to the prices"
			confirmLabel="Change the prices"
			variant="primary"
			hidden={toFields(requested)}
		>
			<p>The new prices take effect at once. Orders and open checkouts keep theirs.</p>
			<div className="border border-line">
				<Table
					caption="Prices that change"
					columns={[
						{ title: 'Type', cell: ({ type }) => capitalize(type) },
						{ title: 'Now', figures: true, cell: ({ from }) => <Money pence={from} /> },
						{ title: 'From now on', figures: true, cell: ({ to }) => <Money pence={to} /> },
					]}
					rows={changes}
					empty="Nothing changes"
					narrow
				/>
			</div>
			<ul className="grid gap-1 text-sm text-muted">
				{changes.map(({ type, to }) => (
					<li key={type}>
						{capitalize(type)}: {poundsInWords(to)}
					</li>
				))}
			</ul>
		</ConfirmPage>
	)
}
