import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PALETTE } from './palette'

test('emails, documents and images use the colours of the style sheet', () => {
	const theme = readFileSync('app/app.css', 'utf8')
	for (const [name, colour] of Object.entries(PALETTE)) expect(theme).toContain(`--color-${name}: ${colour};`)
})
