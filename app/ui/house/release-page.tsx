import type { SubmissionResult } from '@conform-to/react'
import type { Cell } from '~/domain/grid/layout'
import type { Loss } from '~/domain/house/losses'
import type { Release } from '~/domain/house/release.server'
import { countLabel } from '~/domain/orders/review/labels'
import { ConfirmPage } from '../forms/confirm-page'
import { ErrorSummary } from '../forms/error-summary'
import { TextareaField } from '../forms/field'
import { usePageForm } from '../forms/restored'
import { LossesList } from './losses-list'
import { ChosenPixels } from './step-parts'

const WHAT: Readonly<Record<Release, string>> = {
	restore:
		'These pixels become available to everybody at once. What they show leaves the grid and is kept by the house.',
	delete:
		'These pixels become available to everybody at once. What they show leaves the grid and is erased, unless other pixels show it too.',
}

/** The effects and the reason of restoring or deleting pixels; then the confirmation (P30). */
export function ReleasePage({
	title,
	step,
	cells,
	chosen,
	losses,
	version,
	path,
	backHref,
	answer,
}: {
	title: string
	step: Release
	cells: readonly Cell[]
	/** The number chosen: a hold brings more, because it ends as a whole. */
	chosen: number
	losses: readonly Loss[]
	version: string
	path: string
	backHref: string
	answer: { result: SubmissionResult | null; title: string | undefined } | undefined
}) {
	const [form, fields] = usePageForm<{ reason: string }>({
		id: 'release',
		lastResult: answer?.result ?? null,
		defaultNoValidate: true,
	})
	return (
		<ConfirmPage
			title={`${title}?`}
			cancelHref={backHref}
			confirmLabel={title}
			action={path}
			hidden={{ version }}
			fields={
				<TextareaField
					field={fields.reason}
					label="Reason"
					help="Everybody who loses something here is told by email, and sees it with their orders."
					maxLength={1000}
					rows={3}
				/>
			}
		>
			<ErrorSummary form={form} title={answer?.title} />
			<p>{WHAT[step]}</p>
			<ChosenPixels cells={cells} />
			{cells.length > chosen ? (
				<p>
					You chose {countLabel(chosen)}. A hold ends as a whole, so the other pixels on hold for the same
					checkout are released too.
				</p>
			) : null}
			<LossesList losses={losses} isErased={step === 'delete'} />
			<p className="text-sm text-muted">
				Money is not sent back by this step. Orders stay as they were decided, and say that their pixels were
				released.
			</p>
		</ConfirmPage>
	)
}
