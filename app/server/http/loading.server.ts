import { data } from 'react-router'
import { log } from '../ops/log.server'
import { requestContext } from './request-context.server'

/**
 * Loads data of a page, or null when it cannot be read: the page then shows without it and says so. Responses
 * (redirects, 404) pass through.
 */
export async function loadOrNull<T>(read: () => Promise<T>): Promise<T | null> {
	try {
		return await read()
	} catch (error) {
		if (error instanceof Response) throw error
		log.error({ err: error, requestId: requestContext()?.id }, 'page could not be read')
		return null
	}
}

/**
 * The same for a page that is nothing without it.
 * @throws the error page (500) with this title.
 */
export async function orErrorPage<T>(title: string, read: () => Promise<T>): Promise<NonNullable<T>> {
	const result = await loadOrNull(read)
	if (result === null || result === undefined) throw data({ title }, { status: 500 })
	return result
}
