import { MESSAGE_LENGTH } from '~/domain/orders/review/schema'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button } from '../button'
import { ErrorSummary } from '../forms/error-summary'
import { TextareaField } from '../forms/field'
import { usePageForm } from '../forms/restored'

const LABELS = { message: 'Email' }

/** An email to the buyer of an order, in a fold. `why`: nobody can be written to. */
export function WriteToBuyer({
	order: { accountEmail, reference },
	why,
	refused,
}: {
	order: { accountEmail: string; reference: string }
	why: string | undefined
	/** The form as it was refused. */
	refused: RefusedForm | undefined
}) {
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'write-buyer',
		intent: 'write-buyer',
		lastResult: refused?.result,
		constraint: { message: { required: true } },
	})
	if (why) return <p className="help border-t border-line px-4 py-3">{why}</p>
	const typed = fields.message.initialValue ?? ''
	return (
		<details className="border-t border-line" open={refused !== undefined || typed !== ''}>
			<summary className="flex min-h-(--tap) items-center px-4 font-semibold text-accent">
				Write to the buyer
			</summary>
			<form method="post" id="write-buyer" className="form gap-2 px-4 pb-3" data-later>
				<ErrorSummary form={form} labels={LABELS} title={refused?.title} />
				<TextareaField
					field={fields.message}
					label={LABELS.message}
					help={`To ${accountEmail}, about the order ${reference}. Without a greeting and a signature: those are added. An empty line begins a paragraph.`}
					rows={5}
					maxLength={MESSAGE_LENGTH}
				/>
				<div>
					<Button variant="secondary" name="intent" value="write-buyer" busy="Sending...">
						Send the email
					</Button>
				</div>
			</form>
		</details>
	)
}
