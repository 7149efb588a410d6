import type { ComponentProps, ReactNode } from 'react'
import { ToolPage, type ToolPageProps } from '../choosing/tool-page'
import { GridFigures } from '../grid/figures'
import { Notice } from '../notice'

const CARDS = [
	['Available Pixels', 'available'],
	['Reserved Pixels', 'house'],
	['Pixels owned by others', 'owned'],
] as const

/** The page on which an administrator chooses pixels, around the form of the cell selector. */
export function PixelsPage({
	tool,
	problem,
	prices,
	figures,
	listed,
	children,
}: Pick<ToolPageProps, 'tool' | 'problem' | 'children'> &
	Pick<ComponentProps<typeof GridFigures>, 'prices' | 'figures'> & { listed: ReactNode }) {
	return (
		<>
			<ToolPage
				title="Pixel Management"
				actions={
					<a className="link link-alone text-sm" href="/admin/audit?kind=cell">
						Changes in the audit
					</a>
				}
				tool={tool}
				problem={problem}
			>
				{children}
			</ToolPage>
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
