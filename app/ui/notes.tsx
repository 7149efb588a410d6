import type { ReactNode } from 'react'
import type { Note } from '~/domain/notes/queries.server'
import { NOTE_LENGTH } from '~/domain/notes/schema'
import type { RefusedForm } from '~/server/forms/form.server'
import { TableForm } from '~/ui/forms/table-form'
import { Button } from './button'
import { Card } from './card'
import { Time } from './time'

const TABLE = {
	note: {
		label: 'New note',
		control: 'lines',
		placeholder: 'What the next administrator should know',
		rows: 2,
		maxLength: NOTE_LENGTH,
	},
} as const

type Props = {
	notes: Note[]
	/** The person who cannot read them. */
	of: 'buyer' | 'user'
	/** The form as it was refused. */
	refused: RefusedForm | undefined
	children?: ReactNode
}

/** Administrators' notes about an order or a user, newest first, and a form for a new one. */
export function NotesCard({ notes, of, refused, children }: Props) {
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
			<TableForm
				id="notes"
				intent="add-note"
				className="form gap-2 px-4 pt-2 pb-3"
				table={TABLE}
				refused={refused}
				isSecondary
			>
				<div>
					<Button variant="secondary" name="intent" value="add-note" busy="Saving...">
						Add note
					</Button>
				</div>
			</TableForm>
			{children}
		</Card>
	)
}
