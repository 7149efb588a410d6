import type { SubmissionResult } from '@conform-to/react'
import { formatPounds } from '~/domain/money'
import { Badge } from '../badge'
import { Button } from '../button'
import { Card } from '../card'
import { usePageForm } from '../forms/carried'
import { ErrorSummary } from '../forms/error-summary'
import { InputField } from '../forms/field'

/** Whether the house demands a second factor of its administrators. */
export function AdministratorsCard({ isDemanded, hasOwn }: { isDemanded: boolean; hasOwn: boolean }) {
	return (
		<Card
			title="Administrators"
			aside={
				isDemanded ? <Badge status="demanded" look="approved" /> : <Badge status="optional" look="off" />
			}
		>
			<form method="post" className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					Where it is demanded, an administrator without a second factor sets one up before anything else.
					{hasOwn || isDemanded ? null : ' You have none yet yourself, so you would begin with your own.'}
				</p>
				<input type="hidden" name="demand_second_factor" value={isDemanded ? '0' : '1'} />
				<Button variant="secondary" name="intent" value="administrators">
					{isDemanded ? 'Make the second factor optional' : 'Demand a second factor'}
				</Button>
			</form>
		</Card>
	)
}

const LABELS = { secondAbove: 'A second administrator confirms above, in pounds' }

type Props = {
	values: { secondAbovePence: number }
	version: number
	administrators: number
	lastResult: SubmissionResult | undefined
}

/** Above which amount two administrators decide. */
export function SecondCard({
	values: { secondAbovePence: limit },
	version,
	administrators,
	lastResult,
}: Props) {
	const [form, fields] = usePageForm<{ secondAbove: string }>({
		id: 'second',
		intent: 'second',
		lastResult,
		defaultValue: { secondAbove: limit === 0 ? '' : formatPounds(limit).replace('£', '') },
		defaultNoValidate: false,
	})
	return (
		<Card
			title="Second administrator"
			aside={limit === 0 ? <Badge status="off" look="off" /> : <Badge status="on" look="approved" />}
		>
			<form method="post" id="second" className="form max-w-form">
				<input type="hidden" name="version" value={version} />
				<ErrorSummary form={form} labels={LABELS} />
				<InputField
					field={fields.secondAbove}
					label={LABELS.secondAbove}
					optional
					inputMode="decimal"
					autoComplete="off"
					maxLength={40}
					help={`Approvals and money sent back above this amount wait until another administrator confirms them. Empty: one is enough.${administrators > 1 ? '' : ' There is one administrator so far, so nothing above it could be completed.'}`}
				/>
				<Button variant="secondary" name="intent" value="second">
					Save the limit
				</Button>
			</form>
		</Card>
	)
}
