import { cellsByIds } from '~/domain/grid/layout'
import { lotNumber, lotPlace, lotSize } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { Button } from '../button'
import { Card } from '../card'

/** The blocks that a member waits for (P8), each with its end. Nothing without any. */
export function AlertsCard({ alerts }: { alerts: { lot: number; cells: number[] }[] }) {
	if (alerts.length === 0) return null
	return (
		<Card title="Emails when pixels are free" flush>
			<ul className="border-t border-line text-sm">
				{alerts.map(({ lot, cells: ids }) => {
					const cells = cellsByIds(ids)
					return (
						<li
							key={lot}
							className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-2"
						>
							<p className="min-w-0">
								<a className="link font-semibold" href={pixelPath(lot)}>
									{lotNumber(cells)}
								</a>
								<br />
								<span className="text-muted">
									{lotSize(cells)}, {lotPlace(cells)}
								</span>
							</p>
							<form method="post" className="-mx-2">
								<input type="hidden" name="lot" value={lot} />
								<Button
									variant="quiet"
									name="intent"
									value="remove-alert"
									aria-label={`Remove: ${lotNumber(cells)}`}
								>
									Remove
								</Button>
							</form>
						</li>
					)
				})}
			</ul>
			<p className="p-5 text-xs text-muted">One email each, once. We wait for twelve months.</p>
		</Card>
	)
}
