import { Button } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../forms/error-summary'
import { FileField, plainField } from '../forms/field'

/** Takes a bank statement to look at. `problem`: why the last one was not taken. */
export function StatementUpload({ problem }: { problem: string | undefined }) {
	return (
		<Card title="Import a statement">
			<form method="post" encType="multipart/form-data" className="form">
				{problem ? <ErrorSummary items={[{ id: 'statement', text: problem }]} /> : null}
				<FileField
					field={plainField('statement', undefined, problem ? [problem] : undefined)}
					label="Bank statement"
					help="CAMT.053, MT940, OFX or CSV, at most 5 MB. You see what is in it before anything is stored."
					checked={false}
					required
				/>
				<div className="actions">
					<Button name="intent" value="preview" busy="Reading...">
						Preview
					</Button>
				</div>
			</form>
		</Card>
	)
}
