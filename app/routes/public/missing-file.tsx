import { notFound } from '~/server/http/responses.server'

/* Addresses below /files that no file can have. */

export function loader() {
	throw notFound()
}

export function action() {
	throw notFound()
}

/** Never rendered: the last error boundary is shown instead. */
export default function MissingFile() {
	return null
}
