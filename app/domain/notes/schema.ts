import { z } from 'zod'
import { text } from '~/domain/fields'

/** Maximum length of a note, in characters. */
export const NOTE_LENGTH = 2_000

export const NoteForm = z.object({
	intent: z.literal('add-note'),
	note: text('Please write a note', { max: NOTE_LENGTH, tooLong: 'Please use at most 2,000 characters' }),
})
