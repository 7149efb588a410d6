import { readSurroundings } from '~/domain/grid/surroundings.server'
import { readTransferContents } from '~/domain/orders/history/contents.server'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import { readSale } from '~/domain/transfers/history/sold-queries.server'
import { getSenderId, saleStatus } from '~/domain/transfers/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { AuditLink } from '~/ui/audit-link'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { PlaceCard } from '~/ui/grid/place-card'
import { Money } from '~/ui/money'
import { CellsSection } from '~/ui/orders/cells'
import { ShownCreatives } from '~/ui/orders/shown-creatives'
import { SaleStatus } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/sale'

/* One accepted transfer: for members their own, for administrators any. */

const TITLES = { user: 'Sale Details', admin: 'Sold Details' } as const

export async function loader({ request, params: { transferId } }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const [sold, contents] = await Promise.all([
		readSale(transferId, getSenderId(account)),
		readTransferContents([transferId]),
	])
	const sale = orNotFound(sold)
	const { shown } = contents(sale.id)
	const now = Date.now()
	const ids = sale.pixels.map(({ cell }) => cell)
	const place = account.role === 'admin' ? null : await readSurroundings(ids, account.id, now)
	return { area: account.role, sale, shown, stands: saleStatus(sale, now), place }
}

export default function SaleDetails({ loaderData }: Route.ComponentProps) {
	const { area, sale, shown, stands, place } = loaderData
	const { id, until, pence, pixels, decidedAt } = sale
	const isAdmin = area === 'admin'
	const sender = sale.senderId === null ? 'The house' : `${sale.senderName}, ${sale.senderEmail}`
	return (
		<DialogPage title={TITLES[area]} backHref={`/${area}/history/sold`}>
			{place ? <PlaceCard place={place} title="The place" /> : null}
			<Facts
				items={{
					Status: <SaleStatus stands={stands} until={until} />,
					'Order ID': isAdmin ? id : id.slice(0, 8),
					User: isAdmin && sender,
					'Recipient Name': sale.recipientName ?? '',
					'Recipient Email': sale.recipientEmail,
					Date: decidedAt === null ? '' : <Time at={decidedAt} />,
					'Pixel Types': formatTypeLabels(pixels),
					Method: isAdmin ? null : until === null ? 'Transfer' : 'Loan',
					Until: isAdmin && until !== null && <Time at={until} />,
					'List price': until === null ? <Money pence={pence} words /> : 'Nothing, it is a loan',
					'On record': isAdmin && <AuditLink subject={id} />,
				}}
			/>
			<CellsSection cells={pixels} of="sale" format={until === null ? 'full' : 'none'} />
			<ShownCreatives shown={shown} title="What they showed" />
		</DialogPage>
	)
}
