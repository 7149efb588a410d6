import { expect, test } from '@playwright/test'
import { startServer } from '../support/server'

/* Two servers and a hundred log-ins, each with the work of a password. */
/* No browser is needed; one of the two projects is enough. */
test('behind a proxy every client has its own limit, and nobody gives themselves another address @no-js', async () => {
	const server = await startServer({ env: { TRUST_PROXY: '1' } })
	const logIn = (forwarded: string, number: number) =>
		fetch(`${server.url}/login`, {
			method: 'POST',
			headers: { 'x-forwarded-for': forwarded, origin: server.url },
			body: new URLSearchParams({ email: `somebody-${number}@example.test`, password: 'wrong horse' }),
		})
	try {
		const answers: number[] = []
		for (let number = 0; number < 52; number++) {
			/* What a client writes into the header stands to the left of what the proxy adds. */
			answers.push((await logIn(`10.0.0.${number}, 203.0.113.7`, number)).status)
		}
		expect(answers.filter(status => status === 422)).toHaveLength(50)
		expect(answers.slice(50)).toEqual([429, 429])
		expect((await logIn('10.0.0.1, 203.0.113.8', 99)).status).toBe(422)
	} finally {
		await server.stop()
	}
})

test('without a proxy the header is not believed @no-js', async () => {
	const server = await startServer({ env: { TRUST_PROXY: undefined } })
	try {
		const statuses = []
		for (let number = 0; number < 51; number++) {
			const answer = await fetch(`${server.url}/login`, {
				method: 'POST',
				headers: { 'x-forwarded-for': `203.0.113.${number}`, origin: server.url },
				body: new URLSearchParams({ email: `somebody-${number}@example.test`, password: 'wrong horse' }),
			})
			statuses.push(answer.status)
		}
		expect(statuses.at(-1)).toBe(429)
	} finally {
		await server.stop()
	}
})
