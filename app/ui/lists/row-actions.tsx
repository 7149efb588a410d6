import { DialogLink } from '../button'

/** Links from a row to its details and, unless `readOnly`, to changing and deleting it. */
export function RowActions({ path, of, readOnly = false }: { path: string; of: string; readOnly?: boolean }) {
	const steps = { View: '', Edit: '/edit', Delete: '/delete' }
	return (
		<span className="row-actions">
			{Object.entries(steps).map(([name, step]) =>
				readOnly && step ? null : (
					<DialogLink
						key={name}
						variant="quiet"
						className={name === 'Delete' ? 'text-danger' : undefined}
						href={path + step}
					>
						{name}
						<span className="sr-only"> {of}</span>
					</DialogLink>
				),
			)}
		</span>
	)
}
