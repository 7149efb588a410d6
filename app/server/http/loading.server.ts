import { data } from 'react-router'
import { log } from '../ops/log.server'
import { requestContext } from './request-context.server'

/**
 * Loads data of a page; null if reading fails, in which case the page says that this part is missing. Responses
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
 * Loads data that a page cannot do without.
 * @throws the error page (500) with this title.
 */
export async function orErrorPage<T>(title: string, read: () => Promise<T>): Promise<NonNullable<T>> {
	const result = await loadOrNull(read)
	if (result === null || result === undefined) throw data({ title }, { status: 500 })
	return result
}
