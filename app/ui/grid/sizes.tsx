import { CELL_TYPES, type CellType, TYPE_UNITS } from '~/domain/grid/layout'
import { PIXELS_PATH } from '~/domain/grid/pixel-path'
import { type TypeFigures, typeStatus } from '~/domain/grid/rules'
import { Badge } from '../badge'
import { Money } from '../money'

const count = new Intl.NumberFormat('en-GB')

/** One row per type of pixel: its size to scale, price, availability and status. */
export function Sizes({ figures }: { figures: Readonly<Record<CellType, TypeFigures>> }) {
	return (
		<section className="home-sizes" aria-labelledby="sizes">
			<div className="flex flex-wrap items-center justify-between gap-x-4">
				<h2 id="sizes" className="kicker font-sans">
					Four sizes, one price each
				</h2>
				<a className="link inline-flex min-h-11 items-center text-sm" href={PIXELS_PATH}>
					List of all blocks
				</a>
			</div>
			<div className="overflow-x-auto">
				{/* Fixed, so that no column moves while the rows arrive. */}
				<table className="w-full table-fixed">
					<thead>
						<tr>
							<th scope="col" className="w-[29%]">
								Size
							</th>
							<th scope="col" className="w-[18%]">
								Price
							</th>
							<th scope="col" className="w-[28%]">
								Available
							</th>
							<th scope="col">Status</th>
						</tr>
					</thead>
					<tbody>
						{CELL_TYPES.map(type => (
							<TypeRow key={type} type={type} {...figures[type]} />
						))}
					</tbody>
				</table>
			</div>
		</section>
	)
}

function TypeRow({ type, ...figures }: TypeFigures & { type: CellType }) {
	const { w, h } = TYPE_UNITS[type]
	return (
		<tr data-type={type}>
			<th scope="row">
				<svg
					aria-hidden="true"
					width="1.5rem"
					height="1.875rem"
					viewBox="0 0 8 10"
					className="-my-1.5 mr-3 inline align-middle text-accent max-[22.5rem]:hidden"
				>
					<path
						d="M.17.17h7.66v9.66H.17z"
						fill="none"
						stroke="currentColor"
						strokeWidth="0.33"
						opacity="0.5"
					/>
					<rect
						x={type === 'large' ? 0 : 1}
						y={type === 'large' ? 0 : 9 - h}
						width={w}
						height={h}
						fill="currentColor"
					/>
				</svg>
				<span className="inline-block first-letter:uppercase">{type}</span>
			</th>
			<td>
				<Money pence={figures.price} format="short" />
			</td>
			<td>
				{count.format(figures.available)} of {count.format(figures.total)}
			</td>
			<td>
				<Badge status={typeStatus(figures)} />
			</td>
		</tr>
	)
}
