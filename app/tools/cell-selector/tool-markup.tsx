/** The parts that stay as the server has rendered them. */
export type ToolMarkup = Readonly<Record<(typeof PARTS)[number], string>>

const PARTS = ['head', 'table', 'about', 'suggest', 'legend'] as const

/** A part of the tool as the server has rendered it. */
export function StaticMarkup({ part, drawn }: { part: keyof ToolMarkup; drawn: ToolMarkup }) {
	return (
		<div
			className={`tool-${part}`}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own components
			dangerouslySetInnerHTML={{ __html: drawn[part] }}
		/>
	)
}

/* Reads the parts back from the page, so that hydration works even if the page has been changed before (by a
   translator, say). */
export function readToolMarkup(): ToolMarkup {
	const readHtml = (part: string) => document.querySelector(`tool-island .tool-${part}`)?.innerHTML ?? ''
	return Object.fromEntries(PARTS.map(part => [part, readHtml(part)])) as ToolMarkup
}
