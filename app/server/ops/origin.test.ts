import { describe, expect, test } from 'vitest'
import { isOwnOrigin } from './origin.server'

describe('the origin check of a form', () => {
	const at = (url: string) => new URL(url)
	test.each([
		['https://mcxi.example', 'https://mcxi.example', true],
		['https://mcxi.example', 'http://mcxi.example', false],
		['https://mcxi.example', 'https://evil.example', false],
		['https://mcxi.example', 'https://mcxi.example.evil.example', false],
		['https://mcxi.example', 'http://localhost', false],
		['https://mcxi.example', 'null', false],
		['http://localhost:3000', 'http://localhost:3000', true],
		['http://localhost:3000', 'http://127.0.0.1:3000', true],
		['http://localhost:3000', 'http://[::1]:3000', true],
		['http://localhost:3000', 'http://localhost:3001', false],
		['http://localhost:3000', 'https://localhost:3000', false],
		['http://localhost:3000', 'http://mcxi.example:3000', false],
	])('at %s a form sent from %s is accepted: %s', (appUrl, origin, own) => {
		expect(isOwnOrigin(origin, at(appUrl))).toBe(own)
	})
})
