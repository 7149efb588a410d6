import { notFound } from '~/server/http/responses.server'

/* Any other address of a signed-in area. */

export function loader() {
	throw notFound()
}

export const action = loader

/** Never rendered: the error boundary of the area is shown instead, with the menu. */
export default function NotFound() {
	return null
}
