import { redirect } from 'react-router'
import type { z } from 'zod'
import { managePath } from '~/domain/creatives/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { type Loss, listLosses } from '~/domain/house/losses'
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
import { DONE, FAILED, PIXEL_MESSAGES, ReleaseForm } from '~/domain/house/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { Money } from '~/ui/money'
import { ChosenPixels, Places } from '~/ui/orders/places'
import type { Route } from './+types/profile-release'

/* Restore and Delete: the same action, except for what happens to the creatives. */

const TITLES = { restore: 'Restore Pixels', delete: 'Delete Pixels' } as const

/** Returns the action of this route, its title, and its success message. */
function getStep({ pattern, request }: Pick<Route.LoaderArgs, 'pattern' | 'request'>) {
	const step: Release = pattern.endsWith('/delete') ? 'delete' : 'restore'
	const isPixel = step === 'delete' && isPixelPath(request.url)
	const words = isPixel ? PIXEL_MESSAGES : { title: TITLES[step], done: DONE[step], failed: FAILED[step] }
	return { step, isPixel, words }
}

export async function loader({ pattern, request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { step, isPixel, words } = getStep({ pattern, request })
	const ids = cellsInAddress(request.url)
	const [first] = ids
	if (first === undefined) throw redirect(HOUSE_PATH)
	const occupied = await readOccupiedCells(ids, Date.now())
	const check = checkOccupiedCells(step, ids, occupied)
	return {
		step,
		words,
		cells: cellsByIds(occupied.map(cell => cell.cell)),
		chosen: ids.length,
		losses: listLosses(occupied),
		version: computeVersion(occupied),
		path: isPixel ? deletePixelPath(first) : stepPath(step, ids),
		backHref: isPixel ? managePath(first, 'admin') : chosenPath(ids),
		refused: check.ok ? undefined : check.message,
	}
}

export async function action({ pattern, request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { step: action, words } = getStep({ pattern, request })
	const form = await readForm(request)
	if (form.get('intent') !== 'confirm') throw badRequest()
	const cells = cellsInAddress(request.url)
	const release = (typed: z.output<typeof ReleaseForm>) =>
		releaseCells({ ...typed, action, cells, actorId: admin.id, now: Date.now() })
	const sent = await submitForm(form, ReleaseForm, release, {
		title: words.failed,
		message: 'Please try again.',
		status: 409,
	})
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash(HOUSE_PATH, words.done)
}

const WHAT: Readonly<Record<Release, string>> = {
	restore:
		'These pixels become available to everybody at once. What they show leaves the grid and is kept by the house.',
	delete:
		'These pixels become available to everybody at once. What they show leaves the grid and is erased, unless other pixels show it too.',
}

const REASON = {
	label: 'Reason',
	control: 'lines',
	required: false,
	help: 'Everyone affected is emailed, and sees it on their orders.',
	maxLength: 1000,
	rows: 3,
} as const

/** The effects of restoring or deleting pixels, a field for the reason, and the confirmation (P30). */
export default function ReleasePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { words, step, cells, chosen, losses, version, path, backHref, refused } = loaderData
	if (refused !== undefined) {
		const typed = actionData?.result.initialValue
		return <StepRefused title={words.failed} message={refused} backHref={backHref} typed={typed} />
	}
	return (
		<ConfirmPage
			title={`${words.title}?`}
			cancelHref={backHref}
			confirmLabel={words.title}
			action={path}
			hidden={{ version }}
			form={{ id: 'release', table: { reason: REASON } }}
			response={actionData}
		>
			<p>{WHAT[step]}</p>
			<ChosenPixels cells={cells} />
			{cells.length > chosen ? (
				<p>
					You chose {formatPixelCount(chosen)}. A hold ends as a whole, so the other pixels on hold for the
					same checkout are released too.
				</p>
			) : null}
			<LossesList losses={losses} isErased={step === 'delete'} />
			<p className="text-sm text-muted">
				Money is not sent back by this step. Orders stay as they were decided, and say that their pixels were
				released.
			</p>
		</ConfirmPage>
	)
}

const LOSES: Readonly<Record<Loss['kind'], string>> = {
	house: 'The house gives up',
	member: 'loses',
	hold: 'no longer has on hold',
}

/** The losses by holder, with their orders and payments. `isErased`: the creatives are erased. */
function LossesList({ losses, isErased }: { losses: readonly Loss[]; isErased: boolean }) {
	return (
		<ul className="grid gap-4">
			{losses.map(loss => (
				<li key={`${loss.kind}${loss.holderId}`} className="grid gap-3 border border-line p-4">
					<h2 className="wrap-anywhere font-sans text-base font-semibold">
						{loss.kind === 'house' ? null : `${loss.name} `}
						{LOSES[loss.kind]} {formatPixelCount(loss.cells.length)}
					</h2>
					<Places cells={loss.cells} />
					<Facts items={getFacts(loss, isErased)} />
				</li>
			))}
		</ul>
	)
}

function getFacts({ kind, email, orders, paidPence, shows, borrowers }: Loss, isErased: boolean) {
	return {
		Email: email,
		[kind === 'hold' ? 'Checkout' : 'Order']:
			orders.length > 0 &&
			orders.map(order => (
				<span key={order.id} className="flex flex-wrap items-baseline justify-end gap-x-3">
					{kind === 'hold' ? (
						<span className="figures">{order.reference}</span>
					) : (
						<a className="link figures" href={`/admin/transactions/${order.id}`}>
							{order.reference}
						</a>
					)}
					<Badge status={order.status} />
					<Money pence={order.totalPence} />
				</span>
			)),
		'These pixels cost': paidPence !== null && kind !== 'hold' && <Money pence={paidPence} words />,
		'Loans that will end': borrowers.length > 0 && borrowers.join(', '),
		[isErased ? 'Erased' : 'Taken off the grid and kept']:
			shows.length > 0 && shows.map(text => `“${text}”`).join(', '),
	}
}
