import type { ComponentProps, ReactNode } from 'react'
import { ErrorSummary } from '../forms/error-summary'
import { PageTitle } from '../layout/page-title'

/** Why a choice was refused, and where it is put right. */
export type ChoiceProblem = { message: string; field: 'cell' | 'coordinates' }

export type ToolPageProps = {
	title: string
	actions?: ReactNode
	/** Between the title and what is wrong. */
	above?: ReactNode
	/** The page's own address, and the view of the grid that it shows. */
	tool: { path: string; view: string | null }
	method?: 'post' | 'get'
	problem?: ChoiceProblem | undefined
	/** What can be done about the problem, in words of its own. */
	remedies?: ComponentProps<typeof ErrorSummary>['items'] | undefined
	/** What stands around the form. */
	around?: (form: ReactNode) => ReactNode
	/** The cell selector. */
	children: ReactNode
}

/** The first part of a page on which cells are chosen: the form of the cell selector, and why a choice was refused. */
export function ToolPage({
	title,
	actions,
	above,
	tool: { path, view },
	method = 'post',
	problem,
	remedies,
	around = form => form,
	children,
}: ToolPageProps) {
	const remedy =
		problem?.field === 'cell'
			? { id: 'cells', text: 'Choose on the grid.' }
			: { id: 'fromRow', text: 'Change the coordinates.' }
	// An address that differs from the page's own: posts to the same one take its place in the browser's history.
	const action = method === 'post' ? `${path}?view=${view ?? ''}` : path
	return (
		<div className="tool-page">
			<PageTitle title={title} actions={actions} />
			{above}
			{problem ? <ErrorSummary title={problem.message} items={remedies ?? [remedy]} /> : null}
			{around(
				<form method={method} action={action}>
					{children}
				</form>,
			)}
		</div>
	)
}
