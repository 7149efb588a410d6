import { expect, it } from 'vitest'
import { notesOf } from './notes'

it.each([
	[['A'], 'becomes of it.', 'came in for it.'],
	[['A', 'B'], 'becomes of them.', 'came in for them.'],
])('the notes speak of %s as of so many orders', (names, approved, named) => {
	const counts = { outgoing: 0, foreign: 0, reversals: 0 }
	const notes = notesOf(counts, 0, { taken: [], approved: names, unclear: [], named: names }).join(' ')
	expect(notes).toContain(approved)
	expect(notes).toContain(named)
})
