import { type ComponentType, createContext, createElement, type JSX, useContext } from 'react'

/** Draws components that depend on nothing but their props, as HTML. */
export type Draw = {
	<Props extends object>(part: ComponentType<Props>, props: Props): string
	/** Of one that the browser takes over, with `html` in it, which need not be the same each time. */
	around<Props extends object>(
		part: ComponentType<Props & { html?: string }>,
		props: Props,
		html: string,
	): string
}

/** How the server draws what it keeps; nothing in the browser, in tests, and in what the browser takes over. */
export const DrawContext = createContext<Draw | null>(null)

/**
 * An element whose content depends on `props` alone, which are what JSON can say: no context, no clock. The server
 * draws it once for the same props (docs/decisions/0137).
 */
export function Kept<Props extends object, Tag extends 'header' | 'section' | 'form' | 'ul'>({
	as,
	of: Part,
	props,
	unkept = false,
	...attributes
}: {
	as: Tag
	of: ComponentType<Props>
	props: Props
	/** Drawn for itself, because it shows more than its props. */
	unkept?: boolean
} & Omit<JSX.IntrinsicElements[Tag], 'children' | 'of'>) {
	const draw = useContext(DrawContext)
	if (!draw || unkept) return createElement(as, attributes, <Part {...props} />)
	return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: draw(Part, props) } })
}
