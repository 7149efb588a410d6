import { LRUCache } from 'lru-cache'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brandEdition } from '~/domain/brand'
import { type FinishedPart, finish, placeOf } from '~/server/finished-parts.server'
import type { Draw } from './kept'

/* Bytes of keys and of what was drawn for them; a row of a list has 1,000 or 2,000. */
const KEPT_AT_MOST = 12_000_000

let edition: unknown
let parts = 0
const numbers = new WeakMap<object, number>()
const drawings = new LRUCache<string, FinishedPart>({
	maxSize: KEPT_AT_MOST,
	sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
})

/**
 * Draws a component, or gives what was drawn of it for the same props. They are the whole of what it depends on, so
 * whoever is given it would have been drawn the same; the brand is the one thing beside them.
 */
export const drawKept: Draw = (part, props) => {
	if (edition !== brandEdition()) drawings.clear()
	edition = brandEdition()
	const key = `${numberOf(part)} ${JSON.stringify(props)}`
	const known = drawings.get(key)
	if (known) return placeOf(known)
	const drawn = finish(renderToStaticMarkup(createElement(part as ComponentType<object>, props)))
	drawings.set(key, drawn)
	return placeOf(drawn)
}

function numberOf(part: object): number {
	const number = numbers.get(part) ?? ++parts
	numbers.set(part, number)
	return number
}
