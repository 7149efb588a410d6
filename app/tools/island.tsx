import type { ComponentType } from 'react'
import type { ToolName } from './tools'

/**
 * An interactive tool in a page: rendered by the server, and hydrated by React with the same `props`, which are part of
 * the page and therefore small. `served` is for the server only: its output stays unchanged.
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
