import { z } from 'zod'
import { LIST_FIELDS, readAsked } from '~/domain/list'

const List = z.object(LIST_FIELDS)

/** Parses the address of a page with a grid to choose from (`view`: a region of it) and a list below it. */
export function parseGridQuery(query: URLSearchParams) {
	return { view: query.get('view'), list: readAsked(List, query) }
}

/** The address of such a page with nothing chosen. */
export function clearedPath(path: string, view: string | null): string {
	return `${path}${view ? `?view=${encodeURIComponent(view)}` : ''}#cells`
}
