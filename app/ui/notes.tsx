import type { SubmissionResult } from '@conform-to/react'
import type { Note } from '~/domain/notes/queries.server'
import { NOTE_LENGTH } from '~/domain/notes/schema'
import { Button } from './button'
import { Card } from './card'
import { usePageForm } from './forms/carried'
import { ErrorSummary } from './forms/error-summary'
import { TextareaField } from './forms/field'
import { Time } from './time'

const LABELS = { note: 'New note' }

/** What administrators have written for one another about an order or a user, newest first, and the form for more. */
export function NotesCard({
	notes,
	of,
	refused,
}: {
	notes: Note[]
	/** Who never reads them. */
	of: 'buyer' | 'user'
	/** The form as it was refused. */
	refused: { result: SubmissionResult<string[]>; title: string | undefined } | undefined
}) {
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'notes',
		intent: 'note',
		lastResult: refused?.result,
		constraint: { note: { required: true } },
	})
	return (
		<Card title="Notes">
			<div className="grid gap-6">
				<form method="post" id="notes" className="form" data-later>
					<ErrorSummary form={form} labels={LABELS} title={refused?.title} />
					<TextareaField
						field={fields.note}
						label={LABELS.note}
						help={`For administrators. The ${of} never sees it, and it cannot be changed.`}
						rows={3}
						maxLength={NOTE_LENGTH}
					/>
					<div className="actions">
						<Button variant="secondary" name="intent" value="note" busy="Saving...">
							Add note
						</Button>
					</div>
				</form>
				{notes.length === 0 ? (
					<p className="text-sm text-muted">There are no notes yet.</p>
				) : (
					<ol className="grid gap-4 text-sm">
						{notes.map(({ id, author, text, createdAt }) => (
							<li key={id} className="grid gap-0.5 border-l border-edge pl-4">
								<p className="whitespace-pre-line wrap-anywhere">{text}</p>{' '}
								<span className="text-xs text-muted">
									{author}, <Time at={createdAt} />
								</span>
							</li>
						))}
					</ol>
				)}
			</div>
		</Card>
	)
}
