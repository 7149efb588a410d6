import type { ComponentProps } from 'react'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import type { Typed } from '~/domain/orders/selection'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldErrors, plainField, SelectField } from '~/ui/field'
import { GridFigures } from '~/ui/grid/figures'
import { Grid } from '~/ui/grid/grid'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { SelectionTotal } from './selection-total'

export type BuyFormProps = {
	/** The drawn cells. */
	cells: string
	pictureHash: string | null
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	/** Ids, all of them available. */
	selected: readonly number[]
	figures: ComponentProps<typeof GridFigures>['figures']
	/** The checkout that waits for its end. */
	open: { href: string; reference: string; totalPence: number; count: number } | null
	typed?: Typed
	problem?: { message: string; field: 'cell' | 'coordinates'; which?: string | undefined }
}

/** The page on which pixels are chosen: one form with the grid, the coordinates and the three things to do with a selection. */
export function BuyForm({
	cells,
	pictureHash,
	prices,
	selected,
	figures,
	open,
	typed,
	problem,
}: BuyFormProps) {
	return (
		<>
			{open ? <OpenCheckout {...open} /> : null}
			{problem ? (
				<ErrorSummary
					title={problem.message}
					items={[
						{
							id: problem.field === 'cell' ? 'cells' : 'fromRow',
							text: problem.which
								? `Taken: ${problem.which}.`
								: problem.field === 'cell'
									? 'Change the selection on the grid.'
									: 'Change the coordinates.',
						},
					]}
				/>
			) : null}
			<form method="post" action="/user/pixels/buy" className="grid gap-6" data-enhance="selection">
				<Coordinates typed={typed} message={problem?.field === 'coordinates' ? problem.message : undefined} />
				<div id="cells" tabIndex={-1}>
					<Grid mode="buy" html={cells} picture={pictureHash ? { hash: pictureHash } : null} />
				</div>
				<SelectionTotal selected={selected} prices={prices}>
					<Button name="intent" value="preview" variant="secondary">
						Image Preview
					</Button>
					<Button name="intent" value="buy">
						Buy Pixels
					</Button>
				</SelectionTotal>
			</form>
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

function OpenCheckout({ href, reference, totalPence, count }: NonNullable<BuyFormProps['open']>) {
	return (
		<Notice title="A checkout of yours is open">
			<p>
				{count} {count === 1 ? 'pixel' : 'pixels'}, <Money pence={totalPence} />, reference{' '}
				<span className="figures font-semibold">{reference}</span>. Buying other pixels replaces it.
			</p>
			<p>
				<a className="link" href={href}>
					Continue the checkout
				</a>
			</p>
		</Notice>
	)
}

function Coordinates({ typed, message }: { typed: Typed | undefined; message: string | undefined }) {
	const errors = message ? [message] : undefined
	const number = (name: 'fromRow' | 'fromCol' | 'toRow' | 'toCol', label: string, most: number) => (
		<label className="field min-w-0">
			<span className="label">{label}</span>
			<input
				id={name}
				name={name}
				className="input"
				type="number"
				inputMode="numeric"
				min={1}
				max={most}
				defaultValue={typed?.[name]}
				aria-invalid={message ? true : undefined}
				aria-describedby={message ? 'coordinates-error' : undefined}
			/>
		</label>
	)
	return (
		<fieldset className="sheet grid gap-4 p-5">
			<legend className="sr-only">Select by coordinates</legend>
			<div>
				<h2>Select by coordinates</h2>
				<p className="help">
					Rows are counted from the top of the grid, columns within the row. Leave the second corner empty for
					a single pixel. On the grid below, tick pixels instead.
				</p>
			</div>
			<div className="coordinates">
				<SelectField field={plainField('type', typed?.type || 'tiny')} label="Type">
					{CELL_TYPES.map(type => (
						<option key={type} value={type}>
							{type.charAt(0).toUpperCase() + type.slice(1)}
						</option>
					))}
				</SelectField>
				{number('fromRow', 'From row', 33)}
				{number('fromCol', 'From column', 40)}
				{number('toRow', 'To row', 33)}
				{number('toCol', 'To column', 40)}
				<Button name="intent" value="select" variant="secondary">
					Select
				</Button>
			</div>
			<FieldErrors field={{ ...plainField('coordinates'), errors }} />
		</fieldset>
	)
}
