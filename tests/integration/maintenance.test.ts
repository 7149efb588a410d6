import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { changeSettings, turnMaintenanceOn } from '~/domain/settings/commands.server'
import { getSetting } from '~/domain/settings/queries.server'
import { action as settingPage } from '~/routes/admin/settings/setting'
import {
	action as confirmation,
	loader as readForConfirmation,
} from '~/routes/admin/settings/setting-maintenance'
import { closeSite } from '~/server/http/maintenance.server'
import { signInChanger } from '../support/changer'
import { makeAdmin, makeUser } from '../support/factories'
import { makeOutdatedRequest, makeRequest, routeArgs, runRoute } from '../support/requests'

/** Returns the status of a request during maintenance: 200 if it passes. */
async function getStatus(path: string, as?: { id: string }): Promise<number> {
	const request = await makeRequest(path, as ? { as } : {})
	const wall = closeSite(async () => new Response(null, { status: 503 }))
	const passed = async () => new Response(null, { status: 200 })
	const args = {
		request,
		url: new URL(request.url),
		pattern: path,
		params: {},
		context: new RouterContextProvider(),
	}
	const response = await wall(args, passed)
	return response instanceof Response ? response.status : 0
}

test('during maintenance, administrators see receipts and the grid, and nobody else does', async () => {
	const admin = await makeAdmin()
	const member = await makeUser()
	await changeSettings({ maintenance: true }, { actorId: admin.id, now: Date.now() })
	for (const path of ['/files/receipts/a.png', '/grid-picture/0123/960.avif']) {
		expect(await getStatus(path, admin), path).toBe(200)
		expect(await getStatus(path, member), path).toBe(503)
		expect(await getStatus(path), path).toBe(503)
	}
	expect(await getStatus('/', admin)).toBe(503)
	expect(await getStatus('/cookie-preference'), 'the banner stands on the log-in page').toBe(200)
	expect(await getStatus('/admin/dashboard', admin)).toBe(200)
	for (const path of ['/login/code', '/auth/google/link']) expect(await getStatus(path), path).toBe(200)
	expect(await getStatus('/login/anything')).toBe(503)
})

test('starting maintenance requires the password unless the sign-in is recent; ending it does not', async () => {
	const admin = await makeAdmin()
	const now = Date.now()
	await changeSettings({ maintenance: false }, { actorId: admin.id, now })
	const stale = await signInChanger(admin, now - 16 * 60_000)
	const by = { now, address: '9.9.9.9' }
	expect(await turnMaintenanceOn(stale, '', by)).toMatchObject({
		code: 'wrong-password',
		field: 'currentPassword',
	})
	expect(await getSetting('maintenance')).toBe(false)
	expect(await turnMaintenanceOn(stale, admin.password, by)).toEqual({ ok: true })
	expect(await getSetting('maintenance')).toBe(true)

	const post = async (
		path: string,
		action: typeof confirmation | typeof settingPage,
		fields: Record<string, string>,
	) => await runRoute(action, await makeRequest(path, { as: admin, fields }))
	await post('/admin/setting', settingPage, { intent: 'maintenance', maintenance_mode: '0' })
	expect(await getSetting('maintenance')).toBe(false)
	const asked = await post('/admin/setting', settingPage, { intent: 'maintenance', maintenance_mode: '1' })
	expect(asked).toMatchObject({ status: 302, outcome: '/admin/setting/maintenance' })
	expect(await getSetting('maintenance')).toBe(false)
	const fields = { intent: 'confirm', maintenance_mode: '1' }
	const path = '/admin/setting/maintenance'
	const load = async (request: Request) =>
		await readForConfirmation(routeArgs(request)).catch(thrown => thrown)
	expect(await load(await makeRequest(path, { as: admin }))).toEqual({ asksPassword: false })
	expect(await load(await makeOutdatedRequest(await makeRequest(path, { as: admin }), admin))).toEqual({
		asksPassword: true,
	})
	const request = await makeOutdatedRequest(await makeRequest(path, { as: admin, fields }), admin)
	expect(await confirmation(routeArgs(request))).toMatchObject({ init: { status: 422 } })
	expect(await getSetting('maintenance')).toBe(false)
	const unconfirmed = await makeRequest(path, { as: admin, fields: { maintenance_mode: '1' } })
	expect(await runRoute(confirmation, unconfirmed)).toMatchObject({ status: 400 })
	expect(await getSetting('maintenance')).toBe(false)
	await post('/admin/setting/maintenance', confirmation, fields)
	expect(await getSetting('maintenance')).toBe(true)
	const again = await load(await makeRequest(path, { as: admin }))
	expect(again.headers.get('location'), 'it is on already').toBe('/admin/setting')
})

test('several settings are saved together or not at all', async () => {
	const by = { actorId: (await makeAdmin()).id, now: Date.now() }
	await changeSettings({ holdMinutes: 45, showCreatives: 'after-approval' }, by)
	await expect(changeSettings({ holdMinutes: 90, showCreatives: 'never' as 'at-once' }, by)).rejects.toThrow()
	expect(await getSetting('holdMinutes')).toBe(45)
	expect(await getSetting('showCreatives')).toBe('after-approval')
})
