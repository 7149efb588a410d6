import type { MetaDescriptor } from 'react-router'
import { brand } from '~/domain/brand'

/**
 * What every public page says about itself to browsers, search engines and link previews. `origin`: scheme and host of
 * APP_URL.
 */
export function pageMeta({
	title,
	description,
	path,
	origin,
	image,
}: {
	title: string
	description: string
	path: string
	origin: string
	/** Address of an image of the page's own, on our host. */
	image?: string | undefined
}): MetaDescriptor[] {
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
		...(image ? [{ property: 'og:image', content: `${origin}${image}` }] : houseImage(origin)),
		{ property: 'og:locale', content: 'en_GB' },
		{ name: 'twitter:card', content: 'summary_large_image' },
	]
}

/** Address of the image for pages that have none of their own, on our host. */
export const HOUSE_IMAGE = '/images/open-graph.png'

function houseImage(origin: string): MetaDescriptor[] {
	return [
		{ property: 'og:image', content: origin + HOUSE_IMAGE },
		{ property: 'og:image:width', content: '1200' },
		{ property: 'og:image:height', content: '630' },
		{ property: 'og:image:alt', content: `The ${brand.name} grid in dark green with one gold cell.` },
	]
}

/**
 * What a page says about itself that is one step of a way, or for those who know its address: search engines leave it
 * out.
 */
export function stepMeta(title: string, description: string): MetaDescriptor[] {
	return [
		{ title: pageTitle(title) },
		{ name: 'description', content: description },
		{ name: 'robots', content: 'noindex' },
	]
}

/** The title of a page that search engines never see: of the signed-in areas. */
export function pageTitle(title: string): string {
	return `${title} · ${brand.name}`
}
