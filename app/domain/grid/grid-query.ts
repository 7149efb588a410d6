import { z } from 'zod'
import { LIST_FIELDS, parseListQuery } from '~/domain/list'

const List = z.object(LIST_FIELDS)

/** Parses the query of a page with a grid to select from (`view`: a region of it) and a list below it. */
export function parseGridQuery(query: URLSearchParams) {
	return { view: query.get('view'), list: parseListQuery(List, query) }
}

/** Returns the address of such a page with nothing selected. */
export function getClearedPath(path: string, view: string | null): string {
	return `${path}${view ? `?view=${encodeURIComponent(view)}` : ''}#cells`
}
