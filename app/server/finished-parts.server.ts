import { randomUUID } from 'node:crypto'
import { requestContext } from './request-context.server'
import { tagsIn } from './styles.server'

/** A part of a page that is kept finished: as it is sent, and the tags to pick its styles by. `size`: of both. */
export type FinishedPart = {
	readonly bytes: Buffer
	readonly tags: ReadonlySet<string>
	readonly size: number
}

/** Finishes HTML that other pages will have as well. Keeps neither the text alive nor a pool of buffers. */
export function finish(html: string): FinishedPart {
	const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(html))
	bytes.write(html)
	// A piece of a text keeps the whole of it, a copy does not.
	const tags = Array.from(tagsIn(html), tag => Buffer.from(tag).toString())
	return { bytes, tags: new Set(tags), size: bytes.length + tags.join('').length }
}

/* Nobody can write it into a page: it is another one in each process, and a comment. */
const NAME = randomUUID()
const MARK = new RegExp(`<!--${NAME}-(\\d+)-->`)

/**
 * What a page draws in place of a part: a mark that {@link pageWithParts} puts the part in for, so that the page itself
 * is short. Outside of a request the part's HTML.
 */
export function placeOf(part: FinishedPart): string {
	const parts = requestContext()?.parts
	return parts ? `<!--${NAME}-${parts.push(part) - 1}-->` : part.bytes.toString()
}

/** A drawn page with its parts in their places. */
export function pageWithParts(html: string): (string | FinishedPart)[] {
	const parts = requestContext()?.parts ?? []
	if (parts.length === 0) return [html]
	return html.split(MARK).map((text, index) => (index % 2 === 1 ? (parts[Number(text)] ?? text) : text))
}
