import { redirect } from 'react-router'
import { managePath } from '~/domain/creatives/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { listLosses } from '~/domain/house/losses'
import { checkOccupiedCells, computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import {
	cellsInAddress,
	chosenPath,
	deletePixelPath,
	HOUSE_PATH,
	isPixelPath,
	stepPath,
} from '~/domain/house/paths'
import { type Release, releaseCells } from '~/domain/house/release.server'
import { DONE, FAILED, PIXEL_WORDS, ReleaseForm } from '~/domain/house/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { StepRefused } from '~/ui/forms/step-refused'
import { ReleasePage } from '~/ui/house/release-page'
import type { Route } from './+types/profile-release'

/* Restore and Delete: the same step, but for what becomes of what the pixels show. */

const TITLES = { restore: 'Restore Pixels', delete: 'Delete Pixels' } as const

const stepIn = (pathname: string): Release => (pathname.includes('/delete') ? 'delete' : 'restore')

/** The step in the address, its name, and its success message. */
function stepOf(address: string) {
	const step = stepIn(new URL(address).pathname)
	const isPixel = step === 'delete' && isPixelPath(address)
	const words = isPixel ? PIXEL_WORDS : { title: TITLES[step], done: DONE[step], failed: FAILED[step] }
	return { step, isPixel, words }
}

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { step, isPixel, words } = stepOf(request.url)
	const ids = cellsInAddress(request.url)
	const [first] = ids
	if (first === undefined) throw redirect(HOUSE_PATH)
	const standings = await readOccupiedCells(ids, Date.now())
	const check = checkOccupiedCells(step, ids, standings)
	return {
		step,
		words,
		cells: cellsByIds(standings.map(one => one.cell)),
		chosen: ids.length,
		losses: listLosses(standings),
		version: computeVersion(standings),
		path: isPixel ? deletePixelPath(first) : stepPath(step, ids),
		backHref: isPixel ? managePath(first, 'admin') : chosenPath(ids),
		refused: check.ok ? undefined : check.message,
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { step: operation, words } = stepOf(request.url)
	const form = await readForm(request)
	if (form.get('intent') !== 'confirm') throw badRequest()
	const submission = parseForm(form, ReleaseForm)
	const title = words.failed
	if (submission.status !== 'success') {
		// Without a version it is no form of this page.
		if (submission.error?.['version']) throw badRequest()
		return formReply(submission)
	}
	const { reason, version } = submission.value
	const cells = cellsInAddress(request.url)
	const input = { operation, cells, reason, version, actorId: admin.id, now: Date.now() }
	const released = await catchUnexpected(() => releaseCells(input), { title, message: 'Please try again.' })
	if (released.ok) throw await redirectWithFlash(HOUSE_PATH, { type: 'success', text: words.done })
	return formReply(submission, { status: 409, ...released, title })
}

export default function ReleasePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { words, refused, backHref } = loaderData
	if (refused !== undefined) {
		const typed = actionData?.result.initialValue
		return <StepRefused title={words.failed} message={refused} backHref={backHref} typed={typed} />
	}
	return <ReleasePage {...loaderData} title={words.title} answer={actionData} />
}
