import { CELL_TYPES, type CellType, TYPE_UNITS } from '~/domain/grid/layout'
import { type TypeFigures, typeStatus } from '~/domain/grid/rules'
import { abbreviatePounds } from '~/domain/money'
import { Badge } from '../badge'
import { Money } from '../money'

const count = new Intl.NumberFormat('en-GB')

/** One card for each type of pixel: its size to scale, price, total, how many are available, and whether any is. */
export function TypeCards({ figures }: { figures: Readonly<Record<CellType, TypeFigures>> }) {
	// A price that cannot be abbreviated needs more room, so all cards make it.
	const isLong = CELL_TYPES.some(type => abbreviatePounds(figures[type].price).length > 7)
	return (
		<ul
			className={`grid gap-px border border-line bg-line lg:grid-cols-4 ${
				isLong ? 'sm:grid-cols-2' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-2'
			}`}
		>
			{CELL_TYPES.map(type => (
				<TypeCard key={type} type={type} figures={figures[type]} isLong={isLong} />
			))}
		</ul>
	)
}

function TypeCard({ type, figures, isLong }: { type: CellType; figures: TypeFigures; isLong: boolean }) {
	const { w, h } = TYPE_UNITS[type]
	const status = typeStatus(figures)
	return (
		<li className="grid min-w-0 content-start gap-5 bg-ground p-4 sm:p-6" data-type={type}>
			<div className="flex items-start justify-between gap-4">
				<h3 className="kicker font-sans first-letter:uppercase">{type}</h3>
				<svg aria-hidden="true" width="40" height="50" viewBox="0 0 8 10" className="text-accent">
					<rect x={8 - w} y={0} width={w} height={h} fill="currentColor" />
				</svg>
			</div>
			<p className={`figures font-serif leading-none ${isLong ? 'text-lg' : 'text-xl'}`}>
				<span className="sr-only">Price </span>
				<Money pence={figures.price} look="short" />
			</p>
			<dl className="facts">
				<div>
					<dt>Total</dt>
					<dd>{count.format(figures.total)}</dd>
				</div>
				<div>
					<dt>Available</dt>
					<dd>{count.format(figures.available)}</dd>
				</div>
				<div>
					<dt>Status</dt>
					<dd>
						<Badge status={status} />
					</dd>
				</div>
			</dl>
		</li>
	)
}
