import type { ComponentProps, ReactNode } from 'react'
import { ErrorSummary } from '../forms/error-summary'
import { GridFigures } from '../grid/figures'
import { PageTitle } from '../layout/page-title'
import { Notice } from '../notice'

export type PixelsPageProps = Pick<ComponentProps<typeof GridFigures>, 'prices' | 'figures'> & {
	/** Where the form is sent: the page itself, with the view that it shows. */
	action: string
	problem?: { message: string; field: 'cell' | 'coordinates' } | undefined
}

const CARDS = [
	['Available Pixels', 'available'],
	['Reserved Pixels', 'house'],
	['Pixels owned by others', 'owned'],
] as const

/** The page on which an administrator chooses pixels, around the form of the cell selector. */
export function PixelsPage({
	action,
	problem,
	prices,
	figures,
	listed,
	children,
}: PixelsPageProps & { listed: ReactNode; children: ReactNode }) {
	return (
		<>
			<div className="tool-page">
				<PageTitle
					title="Pixel Management"
					actions={
						<a className="link link-alone text-sm" href="/admin/audit?kind=cell">
							Changes in the audit
						</a>
					}
				/>
				{problem ? (
					<ErrorSummary
						title={problem.message}
						items={[
							problem.field === 'cell'
								? { id: 'cells', text: 'Choose on the grid.' }
								: { id: 'fromRow', text: 'Change the coordinates.' },
						]}
					/>
				) : null}
				<form method="post" action={action}>
					{children}
				</form>
			</div>
			<GridFigures prices={prices} figures={figures} cards={CARDS} />
			<Notice title="What can be done with which pixels">
				<p>Choose pixels, then what becomes of them. Each step shows what it does before it is done.</p>
				<p>
					Available pixels can be reserved. Reserved ones are owned by the house: manage, sell or lend them.
				</p>
				<p>
					Restore makes pixels available again, of the house or of a user, and ends a hold. Delete does the
					same and erases what they show. Pixels in an invitation cannot be chosen.
				</p>
			</Notice>
			{listed}
		</>
	)
}
