import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { changeSetting } from '~/domain/settings/commands.server'
import { maintenance } from '~/server/maintenance.server'
import { makeAdmin, makeUser } from '../support/factories'
import { makeRequest } from '../support/requests'

/** The status with which maintenance lets a request through (200) or answers it. */
async function statusOf(path: string, as?: { id: string }): Promise<number> {
	const request = await makeRequest(path, as ? { as } : {})
	const [, wall] = maintenance
	const passed = async () => new Response(null, { status: 200 })
	const args = {
		request,
		url: new URL(request.url),
		pattern: path,
		params: {},
		context: new RouterContextProvider(),
	}
	try {
		const answer = await wall?.(args, passed)
		return answer instanceof Response ? answer.status : 0
	} catch (thrown) {
		return (thrown as { init: { status: number } }).init.status
	}
}

test('administrators see receipts and the grid on their pages while the site is closed to everybody else', async () => {
	const admin = await makeAdmin()
	const member = await makeUser()
	await changeSetting('maintenance', true, { actorId: admin.id, now: Date.now() })
	for (const path of ['/files/receipts/a.png', '/grid-picture/0123/960.avif']) {
		expect(await statusOf(path, admin), path).toBe(200)
		expect(await statusOf(path, member), path).toBe(503)
		expect(await statusOf(path), path).toBe(503)
	}
	expect(await statusOf('/', admin)).toBe(503)
	expect(await statusOf('/admin/dashboard', admin)).toBe(200)
})
