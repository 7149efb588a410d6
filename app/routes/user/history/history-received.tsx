import { readReceivedTransfer } from '~/domain/orders/history/queries.server'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { Badge } from '~/ui/badge'
import { CertificateLink } from '~/ui/certificates/link'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Money } from '~/ui/money'
import { CellsSection } from '~/ui/orders/cells'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-received'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return { received: orNotFound(await readReceivedTransfer(params.transferId, account.id)) }
}

export default function ReceivedDetails({ loaderData: { received } }: Route.ComponentProps) {
	const { reference, receivedFrom, submittedAt, pixels, totalPence, certificate } = received
	return (
		<DialogPage title="Received pixels" backHref="/user/history">
			<Facts
				items={{
					Status: <Badge status="received" />,
					'Order ID': reference,
					'Received from': receivedFrom,
					Date: submittedAt === null ? '' : <Time at={submittedAt} />,
					'Pixel Types': formatTypeLabels(pixels),
					Method: 'Transfer',
					'List price': <Money pence={totalPence} words />,
				}}
			/>
			<section className="grid gap-3">
				<h2>Documents</h2>
				<ul className="flex flex-wrap gap-x-8">
					<li>
						<CertificateLink code={certificate} />
					</li>
					<li>
						<a className="link inline-flex min-h-11 items-center" href={`/certificates/${certificate}`}>
							See whether it is valid today
						</a>
					</li>
				</ul>
			</section>
			<CellsSection cells={pixels} of="sale" />
		</DialogPage>
	)
}
