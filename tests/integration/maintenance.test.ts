import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { changeSettings } from '~/domain/settings/commands.server'
import { getSetting } from '~/domain/settings/queries.server'
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
	const answer = await wall?.(args, passed)
	return answer instanceof Response ? answer.status : 0
}

test('administrators see receipts and the grid on their pages while the site is closed to everybody else', async () => {
	const admin = await makeAdmin()
	const member = await makeUser()
	await changeSettings({ maintenance: true }, { actorId: admin.id, now: Date.now() })
	for (const path of ['/files/receipts/a.png', '/grid-picture/0123/960.avif']) {
		expect(await statusOf(path, admin), path).toBe(200)
		expect(await statusOf(path, member), path).toBe(503)
		expect(await statusOf(path), path).toBe(503)
	}
	expect(await statusOf('/', admin)).toBe(503)
	expect(await statusOf('/cookie-preference'), 'the banner stands on the log-in page').toBe(200)
	expect(await statusOf('/admin/dashboard', admin)).toBe(200)
	for (const path of ['/login/code', '/auth/google/link']) expect(await statusOf(path), path).toBe(200)
	expect(await statusOf('/login/anything')).toBe(503)
})

test('of several settings that are saved together, all are or none', async () => {
	const by = { actorId: (await makeAdmin()).id, now: Date.now() }
	await changeSettings({ holdMinutes: 45, showCreatives: 'after-approval' }, by)
	await expect(changeSettings({ holdMinutes: 90, showCreatives: 'never' as 'at-once' }, by)).rejects.toThrow()
	expect(await getSetting('holdMinutes')).toBe(45)
	expect(await getSetting('showCreatives')).toBe('after-approval')
})
