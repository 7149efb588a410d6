import type { ComponentType } from 'react'
import { DrawContext } from '~/ui/kept'
import type { ToolName } from './tools'

/**
 * A tool in a page: drawn here by the server, and taken over by React in the browser with the same `props`, which
 * travel with the page and are therefore small. `drawn` is for the server alone: what it draws stays as it is.
 */
export function Island<Props extends object, Drawn extends object>({
	name,
	tool: Tool,
	props,
	drawn,
}: {
	name: ToolName
	tool: ComponentType<Props & Drawn>
	props: Props
	drawn: Drawn
}) {
	return (
		<tool-island name={name} props={JSON.stringify(props)}>
			{/* The browser draws it all itself. */}
			<DrawContext value={null}>
				<Tool {...props} {...drawn} />
			</DrawContext>
		</tool-island>
	)
}
