import type { ReactNode } from 'react'
import type { Note } from '~/domain/notes/queries.server'
import { NOTE_LENGTH } from '~/domain/notes/schema'
import type { RefusedForm } from '~/server/forms/form.server'
import { Button } from './button'
import { Card } from './card'
import { ErrorSummary } from './forms/error-summary'
import { TextareaField } from './forms/field'
import { usePageForm } from './forms/restored'
import { Time } from './time'

const LABELS = { note: 'New note' }

/** Administrators' notes about an order or a user, newest first, and the form for a new one. */
export function NotesCard({
	notes,
	of,
	refused,
	children,
}: {
	notes: Note[]
	/** The person who never reads them. */
	of: 'buyer' | 'user'
	/** The form as it was refused. */
	refused: RefusedForm | undefined
	children?: ReactNode
}) {
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'notes',
		intent: 'add-note',
		lastResult: refused?.result,
		constraint: { note: { required: true } },
	})
	return (
		<Card title="Notes" aside={<span className="text-xs text-muted">never shown to the {of}</span>} flush>
			<ol className="record">
				{notes.map(({ id, author, text, createdAt }) => (
					<li key={id}>
						<Time at={createdAt} short />{' '}
						<div className="whitespace-pre-line wrap-anywhere">
							{text} <small className="text-muted">{author}</small>
						</div>
					</li>
				))}
			</ol>
			<form method="post" id="notes" className="form gap-2 px-4 pt-2 pb-3" data-later>
				<ErrorSummary form={form} labels={LABELS} title={refused?.title} />
				<TextareaField
					field={fields.note}
					label={LABELS.note}
					placeholder="What the next administrator should know"
					rows={2}
					maxLength={NOTE_LENGTH}
				/>
				<div>
					<Button variant="secondary" name="intent" value="add-note" busy="Saving...">
						Add note
					</Button>
				</div>
			</form>
			{children}
		</Card>
	)
}
