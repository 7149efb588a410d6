import type { MetaDescriptor } from 'react-router'
import { brand } from '~/domain/brand'

/** What every public page says about itself to browsers, search engines and link previews. `origin`: scheme and host of APP_URL. */
export function pageMeta({
	title,
	description,
	path,
	origin,
}: {
	title: string
	description: string
	path: string
	origin: string
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
		{ property: 'og:image', content: `${origin}/images/open-graph.png` },
		{ property: 'og:image:width', content: '1200' },
		{ property: 'og:image:height', content: '630' },
		{ property: 'og:image:alt', content: `The ${brand.name} grid in dark green with one gold cell.` },
		{ property: 'og:locale', content: 'en_GB' },
		{ name: 'twitter:card', content: 'summary_large_image' },
	]
}

/** The title of a page that search engines never see: of the signed-in areas. */
export function pageTitle(title: string): string {
	return `${title} · ${brand.name}`
}
