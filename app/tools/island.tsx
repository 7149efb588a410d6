import type { ComponentType } from 'react'
import type { ToolName } from './tools'

/**
 * A tool in a page: rendered by the server, and hydrated by React in the browser with the same `props`, which travel
 * with the page and are therefore small. `served` is for the server alone: its output stays unchanged.
 */
export function Island<Props extends object, Served extends object>({
	name,
	tool: Tool,
	props,
	served,
}: {
	name: ToolName
	tool: ComponentType<Props & Partial<Served>>
	props: Props
	served?: Served
}) {
	return (
		<tool-island name={name} props={JSON.stringify(props)}>
			<Tool {...props} {...served} />
		</tool-island>
	)
}
