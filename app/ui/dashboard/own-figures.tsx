import type { ReactNode } from 'react'
import { type countGrid, type PerType, sumCounts } from '~/domain/dashboard/rules'
import { CELL_COUNT, CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { formatPounds } from '~/domain/money'
import { capitalize } from '~/domain/text'
import { Facts } from '../facts'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'

type Figures = ReturnType<typeof countGrid>

/** The three figures of a member's dashboard. */
export function MainFigures({
	figures: { owned, available, house, valuePence, lentOut, borrowed },
}: {
	figures: Figures
}) {
	const free = sumCounts(available)
	const withYou = sumCounts(owned) - borrowed
	return (
		<dl className="grid divide-line border-y border-line max-md:divide-y md:grid-cols-3 md:divide-x">
			<MainFigure
				title="Owned Pixels"
				note={
					<>
						{lentOut + borrowed === 0 ? <span>{typesIn(owned)}</span> : null}
						{lentOut > 0 ? (
							<a className="link link-alone" href="#loans">
								{lentOut.toLocaleString('en-GB')} lent to others
							</a>
						) : null}
						{borrowed > 0 ? (
							<span>
								{lentOut > 0 ? ', ' : ''}
								{borrowed.toLocaleString('en-GB')} more lent to you
							</span>
						) : null}
					</>
				}
			>
				{formatCount(withYou + lentOut)}
			</MainFigure>
			<MainFigure title="Total-value" note={`${formatPounds(valuePence)} at today’s list prices`}>
				{valuePence === 0 ? '£0' : <Money pence={valuePence} format="millions" decimals={1} />}
			</MainFigure>
			<MainFigure
				title="Available Pixels"
				note={`Still free of ${(CELL_COUNT - sumCounts(house)).toLocaleString('en-GB')}`}
			>
				{formatCount(free)}
			</MainFigure>
		</dl>
	)
}

function MainFigure({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
	return (
		<div className="py-2.5 text-muted max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-baseline md:py-4 md:not-first:pl-6">
			<dt>{title}</dt>
			<dd className="figures font-serif text-lg/[1.2] text-fg md:text-xl/[1.2]">{children}</dd>
			<dd className="col-span-full">{note}</dd>
		</div>
	)
}

/** The figures next to the grid of the dashboard: by size, and the rest. */
export function Figures({ figures, revenuePence }: { figures: Figures; revenuePence: number }) {
	const { available, owned, ownedByOthers, onHold, house, used, unused, lentOut, borrowed } = figures
	return (
		<div className="grid min-w-0 gap-6">
			<div className="sheet">
				<Table
					caption="Pixels by size"
					columns={BY_SIZE}
					rows={CELL_TYPES.map(type => ({ type, free: available[type], own: owned[type] }))}
					narrow
				/>
			</div>
			<Facts
				items={{
					'Total-Revenue': (
						<Explained text="list price of the pixels you have sold">
							{revenuePence === 0 ? '£0' : <Money pence={revenuePence} format="millions" decimals={1} />}
						</Explained>
					),
					'Used-Pixels': <Explained text="with an image">{formatCount(used)}</Explained>,
					'Unused-Pixels': <Explained text="still without one">{formatCount(unused)}</Explained>,
					'Reserved Pixels': <Explained text="on hold for open checkouts">{formatCount(onHold)}</Explained>,
					'Yours, lent to others': lentOut > 0 && (
						<Explained text="not counted in the table above">{formatCount(lentOut)}</Explained>
					),
					'Lent to you': borrowed > 0 && (
						<Explained text="counted in the table above">{formatCount(borrowed)}</Explained>
					),
					'Pixels owned by others': formatCount(sumCounts(ownedByOthers)),
					'Admin reserved': formatCount(sumCounts(house)),
				}}
			/>
		</div>
	)
}

function Explained({ text, children }: { text: string; children: ReactNode }) {
	return (
		<>
			{children}
			<br />
			<span className="text-xs text-muted">{text}</span>
		</>
	)
}

const BY_SIZE: Column<{ type: CellType; free: number; own: number }>[] = [
	{ title: 'Size', cell: row => capitalize(row.type) },
	{ title: 'Available Pixels', figures: true, cell: row => formatCount(row.free) },
	{ title: 'Owned Pixels', figures: true, cell: row => formatCount(row.own) },
]

const formatCount = (count: number) => count.toLocaleString('en-GB')

/** "18 tiny, 2 small" */
function typesIn(counts: PerType): string {
	return CELL_TYPES.filter(type => counts[type] > 0)
		.map(type => `${counts[type].toLocaleString('en-GB')} ${type}`)
		.reverse()
		.join(', ')
}
