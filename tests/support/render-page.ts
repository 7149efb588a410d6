import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'

/** Renders a page with the props that it reads: `loaderData`, and what else the test needs. @returns its HTML. */
export function renderPage(Page: (props: never) => ReactNode, props: object): string {
	const page = createElement(Page as FunctionComponent<object>, props)
	return renderToStaticMarkup(createElement(MemoryRouter, null, page)).replaceAll('<!-- -->', '')
}
