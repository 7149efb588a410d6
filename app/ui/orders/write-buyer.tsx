import { MESSAGE_LENGTH } from '~/domain/orders/review/schema'
import type { RefusedForm } from '~/server/forms/form.server'
import { useRestoredValues } from '~/ui/forms/restored'
import { TableForm } from '~/ui/forms/table-form'
import { Button } from '../button'

type Props = {
	order: { accountEmail: string; reference: string }
	why: string | undefined
	/** The form as it was refused. */
	refused: RefusedForm | undefined
}

/** An email to the buyer of an order, in a disclosure. `why`: why nobody can be emailed. */
export function WriteToBuyer({ order: { accountEmail, reference }, why, refused }: Props) {
	const restored = useRestoredValues('write-buyer')
	if (why) return <p className="help border-t border-line px-4 py-3">{why}</p>
	return (
		<details className="border-t border-line" open={refused !== undefined || restored !== undefined}>
			<summary className="flex min-h-(--tap) items-center px-4 font-semibold text-accent">
				Write to the buyer
			</summary>
			<TableForm
				id="write-buyer"
				intent="write-buyer"
				className="form gap-2 px-4 pb-3"
				table={{
					message: {
						label: 'Email',
						control: 'lines',
						help: `To ${accountEmail}, about the order ${reference}. Without a greeting and a signature: those are added. An empty line begins a paragraph.`,
						rows: 5,
						maxLength: MESSAGE_LENGTH,
					},
				}}
				refused={refused}
				isSecondary
			>
				<div>
					<Button variant="secondary" name="intent" value="write-buyer" busy="Sending...">
						Send the email
					</Button>
				</div>
			</TableForm>
		</details>
	)
}
