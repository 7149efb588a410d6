import type { MetaDescriptor } from 'react-router'
import { brand } from '~/domain/brand'

/** Returns the metadata of a public page for browsers, search engines and link previews. `root`: of its matches. */
export function pageMeta(
	[root]: readonly [{ loaderData: { origin: string } }, ...unknown[]],
	{
		title,
		description,
		path,
		image,
	}: {
		title: string
		description: string
		path: string
		/** The page's own image: its path on our host, its size in pixels and an alternative text. */
		image?: Image
	},
): MetaDescriptor[] {
	const { origin } = root.loaderData
	const fullTitle = path === '/' ? `${brand.name} · ${title}` : `${title} · ${brand.name}`
	const url = `${origin}${path}`
	return [
		{ title: fullTitle },
		{ name: 'description', content: description },
		{ tagName: 'link', rel: 'canonical', href: url },
		{ property: 'og:type', content: 'website' },
		{ property: 'og:site_name', content: brand.name },
		{ property: 'og:title', content: fullTitle },
		{ property: 'og:description', content: description },
		{ property: 'og:url', content: url },
		...imageMeta(origin, image ?? houseImage()),
		{ property: 'og:locale', content: 'en_GB' },
		{ name: 'twitter:card', content: 'summary_large_image' },
	]
}

/** The path of the image for pages without one of their own. */
export const HOUSE_IMAGE = '/images/open-graph.png'

type Image = { path: string; width: number; height: number; alt: string }

const houseImage = (): Image => ({
	path: HOUSE_IMAGE,
	width: 1200,
	height: 630,
	alt: `The ${brand.name} grid in dark green with one gold cell.`,
})

function imageMeta(origin: string, { path, width, height, alt }: Image): MetaDescriptor[] {
	return [
		{ property: 'og:image', content: origin + path },
		{ property: 'og:image:width', content: String(width) },
		{ property: 'og:image:height', content: String(height) },
		{ property: 'og:image:alt', content: alt },
	]
}

/** Returns the metadata of a page that is a step of a flow, or private: search engines skip it. */
export function stepMeta(title: string, description?: string): MetaDescriptor[] {
	return [
		{ title: pageTitle(title) },
		...(description ? [{ name: 'description', content: description }] : []),
		{ name: 'robots', content: 'noindex' },
	]
}

/** Returns the title of a page that search engines never see, as in the signed-in areas. */
export function pageTitle(title: string): string {
	return `${title} · ${brand.name}`
}
