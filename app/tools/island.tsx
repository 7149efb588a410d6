import { type ComponentType, useContext } from 'react'
import { DrawContext } from '~/ui/kept'
import type { ToolName } from './tools'

/**
 * A tool in a page: drawn here by the server, and taken over by React in the browser with the same `props`, which
 * travel with the page and are therefore small. `html` is for the server alone: what it draws stays as it is. A tool
 * that is drawn around it for many people (`isKept`) is drawn once for the same props (docs/decisions/0140).
 */
export function Island<Props extends object>({
	name,
	tool: Tool,
	props,
	html,
	isKept = false,
}: {
	name: ToolName
	tool: ComponentType<Props & { html?: string }>
	props: Props
	html?: string
	isKept?: boolean
}) {
	const draw = useContext(DrawContext)
	const written = { name, props: JSON.stringify(props) }
	if (draw && isKept && html !== undefined) {
		// biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own components
		return <tool-island {...written} dangerouslySetInnerHTML={{ __html: draw.around(Tool, props, html) }} />
	}
	return (
		<tool-island {...written}>
			{/* The browser draws it all itself. */}
			<DrawContext value={null}>
				<Tool {...props} {...(html === undefined ? {} : { html })} />
			</DrawContext>
		</tool-island>
	)
}
