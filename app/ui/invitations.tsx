import { brand } from '~/domain/brand'
import { Time } from './time'

type Invitation = { id: string; sender: string | null; cells: number; till: number | null; createdAt: number }

/** What the bell lists: who wants to send pixels, how many, until when. */
export function Invitations({ items, count }: { items: Invitation[]; count: number }) {
	return (
		<ul className="grid">
			{items.map(({ id, sender, cells, till, createdAt }) => (
				<li key={id} className="grid gap-0.5 border-t border-line py-3">
					<span>
						<strong className="font-semibold">{sender ?? brand.name}</strong> wants to send you{' '}
						{cells === 1 ? 'a pixel' : `${cells} pixels`}.
					</span>
					<span className="text-xs text-muted">
						<Time at={createdAt} />
						{till === null ? null : (
							<>
								, yours until <Time at={till} />
							</>
						)}
					</span>
				</li>
			))}
			{count > items.length ? (
				<li className="border-t border-line pt-3 text-muted">and {count - items.length} more</li>
			) : null}
		</ul>
	)
}
