import { countGrid, type PerType, sum } from '~/domain/dashboard/rules'
import { CELL_TYPES } from '~/domain/grid/layout'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { listOwnOrders } from '~/domain/orders/history-queries.server'
import { readOpenCheckout, readSituation } from '~/domain/orders/queries.server'
import { pixels, typeWord } from '~/domain/orders/review-words'
import { checkoutPath } from '~/domain/orders/rules'
import { readRevenue } from '~/domain/transfers/sold-queries.server'
import { requireUser } from '~/server/guards.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { drawCells } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { OwnOrders } from '~/ui/orders/own-orders'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { StatCard } from '~/ui/stat-card'
import { Time } from '~/ui/time'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Dashboard') }]

const LATEST = 3

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const now = Date.now()
	const [grid, revenuePence, open, latest] = await Promise.all([
		readGrid(now),
		readRevenue(account.id),
		readOpenCheckout(account.id),
		listOwnOrders(account.id, 1, LATEST),
	])
	const situation = open && (await readSituation(open, now))
	const states = statesFor(grid, { role: 'user', accountId: account.id })
	return {
		cells: drawCells({ mode: 'dashboard', states, prices: grid.prices }),
		figures: countGrid(grid, account.id),
		revenuePence,
		checkout: open && {
			path: checkoutPath(open.id, open.proceededAt === null ? 'cells' : 'payment'),
			cells: open.cells.length,
			totalPence: open.totalPence,
			reference: open.reference,
			heldUntil: situation?.kind === 'held' ? situation.until : null,
			gone: situation?.kind === 'gone' ? situation.gone.length : 0,
		},
		orders: latest.rows,
		orderCount: latest.total,
	}
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
	const { cells, figures, revenuePence, checkout, orders, orderCount } = loaderData
	return (
		<>
			<PageTitle
				title="Dashboard"
				actions={
					<ButtonLink variant="secondary" href="/user/pixels/buy">
						Buy Pixels
					</ButtonLink>
				}
			/>
			{checkout ? <OpenCheckout checkout={checkout} /> : null}
			<div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
				<Grid mode="dashboard" html={cells} />
				<Figures figures={figures} revenuePence={revenuePence} />
			</div>
			{orders.length > 0 ? (
				<Card
					title="Your latest orders"
					aside={
						<a className="link text-sm" href="/user/history">
							{orderCount > orders.length ? `All ${orderCount} orders` : 'Transaction history'}
						</a>
					}
					flush
				>
					<OwnOrders orders={orders} />
				</Card>
			) : null}
		</>
	)
}

type Checkout = NonNullable<Route.ComponentProps['loaderData']['checkout']>

function OpenCheckout({ checkout }: { checkout: Checkout }) {
	const isOne = checkout.cells === 1
	const isGone = checkout.gone > 0
	return (
		<Notice tone={isGone ? 'error' : 'warning'} title="You have an open checkout">
			<p>
				{pixels(checkout.cells)} for <Money pence={checkout.totalPence} />, reference{' '}
				<span className="figures">{checkout.reference}</span>.{' '}
				{isGone ? (
					goneWords(checkout)
				) : checkout.heldUntil === null ? (
					`${isOne ? 'It is' : 'They are'} not on hold for you.`
				) : (
					<>
						{isOne ? 'It is' : 'They are'} on hold for you until <Time at={checkout.heldUntil} />.
					</>
				)}
			</p>
			<p>
				<a className="link inline-flex min-h-11 items-center font-semibold" href={checkout.path}>
					{isGone ? 'See which pixels are gone' : 'Return to the checkout'}
				</a>
			</p>
		</Notice>
	)
}

/** What is said when pixels of the checkout have another buyer now. */
function goneWords({ cells, gone }: Checkout): string {
	const which =
		gone < cells
			? `${pixels(gone)} of them ${gone === 1 ? 'has' : 'have'}`
			: cells === 1
				? 'It has'
				: 'They have'
	return `${which} gone to another buyer, so please do not transfer any money for this order.`
}

type Data = Route.ComponentProps['loaderData']

function Figures({ figures, revenuePence }: { figures: Data['figures']; revenuePence: number }) {
	const { available, owned, ownedByOthers, onHold, house, valuePence, used, unused } = figures
	return (
		<section className="dashboard-figures" aria-labelledby="figures">
			<h2 id="figures" className="sr-only">
				Figures
			</h2>
			<StatCard
				title="Total-Revenue"
				value={<Money pence={revenuePence} look="millions" decimals={1} />}
				note="List price of the pixels you have sold."
			/>
			<StatCard
				title="Total-value"
				value={<Money pence={valuePence} look="millions" decimals={1} />}
				note="Your pixels at today’s prices."
			/>
			<StatCard title="Owned Pixels" value={sum(owned)} parts={byType(owned)} />
			<StatCard title="Available Pixels" value={sum(available)} parts={byType(available)} />
			<StatCard title="Used-Pixels" value={used} note="With an image." />
			<StatCard title="Unused-Pixels" value={unused} note="Still without one." />
			<StatCard title="Reserved Pixels" value={onHold} note="On hold for open checkouts." />
			<StatCard title="Pixels owned by others" value={sum(ownedByOthers)} />
			<StatCard title="Admin reserved" value={sum(house)} />
		</section>
	)
}

function byType(counts: PerType) {
	return CELL_TYPES.map(type => ({ label: typeWord(type), value: counts[type] }))
}
