import type { ReactNode } from 'react'
import { useMarkup } from '~/ui/layout/assets'
import { Island } from '../island'
import { CellSelector, type CellSelectorProps, type DrawnTool } from './cell-selector'

export type Tool = {
	selector: CellSelectorProps
	/** The number of the markup of the drawn grid. */
	cells: number
	parts: Omit<DrawnTool, 'table'>
	/** The address the form is sent to. */
	action: string
}

/**
 * A page on which cells are chosen: the form with the tool, of the height of the window, and below it what else
 * is to be said. `around`: what the form stands in.
 */
export function ToolPage({
	tool: { selector, cells, parts, action },
	method = 'post',
	around = form => form,
	children,
}: {
	tool: Tool
	method?: 'get' | 'post'
	around?: (form: ReactNode) => ReactNode
	children: ReactNode
}) {
	const drawn = { ...parts, table: useMarkup(cells) }
	return (
		<>
			{around(
				<form className="tool-page" method={method} action={action}>
					<Island name="cell-selector" tool={CellSelector} props={selector} served={{ drawn }} />
				</form>,
			)}
			{children}
		</>
	)
}
