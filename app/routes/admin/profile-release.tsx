import { redirect } from 'react-router'
import { cellsByIds } from '~/domain/grid/layout'
import { checkAdminOperation } from '~/domain/grid/rules'
import { lossesOf } from '~/domain/house/losses'
import { cellsInAddress, chosenPath, HOUSE_PATH, stepPath } from '~/domain/house/paths'
import { type Release, releaseCells } from '~/domain/house/release.server'
import { DONE, FAILED, ReleaseForm } from '~/domain/house/schema'
import { readStandings, versionOf } from '~/domain/house/standings.server'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { ReleasePage } from '~/ui/house/release-page'
import { StepRefused } from '~/ui/house/step-parts'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/profile-release'

/* Restore and Delete: the same step, but for what becomes of what the pixels show. */

const TITLES = { restore: 'Restore Pixels', delete: 'Delete Pixels' } as const

export const meta: Route.MetaFunction = ({ location }) => [
	{ title: pageTitle(TITLES[stepIn(location.pathname)]) },
]

const stepIn = (pathname: string): Release => (pathname.includes('/delete') ? 'delete' : 'restore')

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const step = stepIn(new URL(request.url).pathname)
	const ids = cellsInAddress(request.url)
	if (ids.length === 0) throw redirect(HOUSE_PATH)
	const standings = await readStandings(ids, Date.now())
	const situations = new Map(standings.map(one => [one.cell, one.situation]))
	const check = checkAdminOperation(step, ids, id => situations.get(id) ?? 'available')
	return {
		step,
		cells: cellsByIds(standings.map(one => one.cell)),
		chosen: ids.length,
		losses: lossesOf(standings),
		version: versionOf(standings),
		path: stepPath(step, ids),
		backHref: chosenPath(ids),
		refused: check.ok ? undefined : check.message,
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const operation = stepIn(new URL(request.url).pathname)
	const form = await readForm(request)
	if (form.get('intent') !== 'confirm') throw badRequest()
	const submission = parseForm(form, ReleaseForm)
	const title = FAILED[operation]
	if (submission.status !== 'success') {
		// Without a version it is no form of this page.
		if (submission.error?.['version']) throw badRequest()
		return refuse(submission)
	}
	const { reason, version } = submission.value
	const cells = cellsInAddress(request.url)
	const input = { operation, cells, reason, version, actorId: admin.id, now: Date.now() }
	const released = await orRefusal(() => releaseCells(input), { title, message: 'Please try again.' })
	if (released.ok) throw await redirectWithFlash(HOUSE_PATH, { type: 'success', text: DONE[operation] })
	return refuse(submission, { status: 409, ...released, title })
}

export default function ReleasePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { step, refused, backHref } = loaderData
	if (refused !== undefined) {
		return <StepRefused title={FAILED[step]} message={refused} backHref={backHref} />
	}
	return <ReleasePage {...loaderData} title={TITLES[step]} answer={actionData} />
}
