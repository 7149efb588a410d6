import { actionLabel } from '~/domain/orders/review/labels'
import { Time } from '~/ui/time'

type Entry = {
	id: string
	at: number
	action: string
	actor: string | null
	detail: Record<string, unknown> | null
}

/** Who did what to an order, newest first. */
export function OrderHistory({ entries }: { entries: Entry[] }) {
	if (entries.length === 0) return <p className="text-sm text-muted">Nothing is on record.</p>
	return (
		<ol className="grid gap-4 text-sm">
			{entries.map(({ id, at, action, actor, detail }) => (
				<li key={id} className="grid gap-0.5 border-l border-edge pl-4">
					<span>
						<strong className="font-semibold">{actionLabel(action)}</strong>
						{actor ? ` by ${actor}` : null}
					</span>{' '}
					<span className="text-xs text-muted">
						<Time at={at} />
					</span>
					{typeof detail?.['reason'] === 'string' ? (
						<q className="wrap-anywhere">{detail['reason']}</q>
					) : null}
				</li>
			))}
		</ol>
	)
}
