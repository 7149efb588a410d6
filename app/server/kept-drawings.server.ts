import { LRUCache } from 'lru-cache'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Draw } from '~/ui/kept'
import { type FinishedPart, finish, placeOf } from './finished-parts.server'

/* Bytes of keys, of what was drawn for them and of its tags; a row of a list has 1,000 or 2,000. */
const KEPT_AT_MOST = 12_000_000
/* What React writes before a fragment with images, as if it were a head. */
const PRELOADS = /^(<link rel="preload" as="image"[^>]*>)+/
/* Some 100 kB each. */
const KEPT_OF_ONE = 60

/* Where what is drawn each time has its place: a comment, which nobody can write into a page. */
const GAP = '<!--gap-->'

/**
 * Draws components, or gives what was drawn of one for the same props. They are the whole of what it depends on, so
 * whoever is given it would have got the same; `edition` is the one thing beside them.
 */
export function keepDrawings(edition: () => unknown): Draw {
	let latest: unknown
	let parts = 0
	const numbers = new WeakMap<object, number>()
	const drawings = new LRUCache<string, FinishedPart[]>({
		maxSize: KEPT_AT_MOST,
		sizeCalculation: (pieces, key) => pieces.reduce((sum, { size }) => sum + size, key.length),
	})
	function placesOf(part: object, props: object, draw: () => string[]): string[] {
		if (latest !== edition()) drawings.clear()
		latest = edition()
		const number = numbers.get(part) ?? ++parts
		numbers.set(part, number)
		const key = `${number} ${JSON.stringify(props)}`
		const pieces = drawings.get(key) ?? draw().map(html => finish(html))
		drawings.set(key, pieces)
		return pieces.map(placeOf)
	}
	function draw<Props extends object>(part: ComponentType<Props>, props: Props): string {
		const html = () => renderToStaticMarkup(createElement(part, props)).replace(PRELOADS, '')
		return placesOf(part, props, () => [html()]).join('')
	}
	draw.around = <Props extends object>(
		part: ComponentType<Props & { html?: string }>,
		props: Props,
		html: string,
	) => {
		const whole = () => renderToString(createElement(part, { ...props, html: GAP })).replace(PRELOADS, '')
		return placesOf(part, props, () => whole().split(GAP)).join(html)
	}
	return draw
}

const drawnFrom = new WeakMap<object, LRUCache<string, FinishedPart>>()

/** What `draw` makes of a source, drawn once for each key as long as the source is the same object. */
export function keptFrom(source: object, key: string, draw: () => string): string {
	const known = drawnFrom.get(source) ?? new LRUCache<string, FinishedPart>({ max: KEPT_OF_ONE })
	drawnFrom.set(source, known)
	const kept = known.get(key)
	if (kept) return placeOf(kept)
	const drawn = finish(draw())
	known.set(key, drawn)
	return placeOf(drawn)
}
