import type { ReactNode } from 'react'
import { useMarkup } from '~/ui/layout/assets'
import { pageTitle } from '~/ui/layout/page-meta'
import { Island } from '../island'
import { CellSelector, type CellSelectorProps } from './cell-selector'
import type { ToolMarkup } from './tool-markup'

export type Tool = {
	selector: CellSelectorProps
	/** The numbers of the markup of its parts. */
	drawn: Readonly<Record<keyof ToolMarkup, number>>
	/** The address the form is sent to. */
	action: string
}

/**
 * A page for selecting cells: the form with the tool, at the height of the window, and below it further content.
 * `around`: wraps the form.
 */
export function ToolPage({
	title,
	tool: { selector, drawn: stored, action },
	method = 'post',
	around = form => form,
	children,
}: {
	/** The document title. */
	title: string
	tool: Tool
	method?: 'get' | 'post'
	around?: (form: ReactNode) => ReactNode
	children: ReactNode
}) {
	const drawn: ToolMarkup = {
		head: useMarkup(stored.head),
		table: useMarkup(stored.table),
		about: useMarkup(stored.about),
		suggest: useMarkup(stored.suggest),
		legend: useMarkup(stored.legend),
	}
	return (
		<>
			<title>{pageTitle(title)}</title>
			{around(
				<form className="tool-page" method={method} action={action}>
					<Island name="cell-selector" tool={CellSelector} props={selector} served={{ drawn }} />
				</form>,
			)}
			{children}
		</>
	)
}
