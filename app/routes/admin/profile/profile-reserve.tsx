import { data, redirect } from 'react-router'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { checkOccupiedCells, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { cellsInAddress, chosenPath, HOUSE_PATH, stepPath } from '~/domain/house/paths'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { DONE, FAILED } from '~/domain/house/schema'
import { getPrices } from '~/domain/settings/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm, refusalInit } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { Money } from '~/ui/money'
import { ChosenPixels } from '~/ui/orders/places'
import type { Route } from './+types/profile-reserve'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const ids = cellsInAddress(request.url)
	if (ids.length === 0) throw redirect(HOUSE_PATH)
	const [occupied, prices] = await Promise.all([readOccupiedCells(ids, Date.now()), getPrices()])
	const check = checkOccupiedCells('reserve', ids, occupied)
	const cells = cellsByIds(ids)
	return {
		cells,
		pence: cells.reduce((sum, cell) => sum + prices[cell.type], 0),
		path: stepPath('reserve', ids),
		backHref: chosenPath(ids),
		refused: check.ok ? undefined : check.message,
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const ids = cellsInAddress(request.url)
	const intent = (await readForm(request)).get('intent')
	if (intent !== 'confirm') throw badRequest()
	const by = { actorId: admin.id, now: Date.now() }
	const reserved = await catchUnexpected(() => reserveForTheHouse(ids, by), { message: 'Please try again.' })
	if (reserved.ok) throw await redirectWithFlash(HOUSE_PATH, DONE.reserve)
	return data({ refused: reserved.message }, refusalInit({ status: 409, ...reserved }))
}

export default function ReservePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { cells, pence, path, backHref, refused } = { ...loaderData, ...actionData }
	if (refused !== undefined) {
		return <StepRefused title={FAILED.reserve} message={refused} backHref={backHref} />
	}
	return (
		<ConfirmPage
			title="Reserve Pixels"
			cancelHref={backHref}
			confirmLabel="Reserve Pixels"
			variant="primary"
			action={path}
		>
			<p>
				The house takes {formatPixelCount(cells.length)} with a list price of <Money pence={pence} />. Until
				restored, nobody can buy {cells.length === 1 ? 'it' : 'them'}; the house can manage, sell and lend{' '}
				{cells.length === 1 ? 'it' : 'them'}.
			</p>
			<ChosenPixels cells={cells} />
		</ConfirmPage>
	)
}
