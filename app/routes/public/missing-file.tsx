import { notFound } from '~/server/http/answers.server'

/* Addresses below /files at which no file can be. */

export function loader() {
	throw notFound()
}

export function action() {
	throw notFound()
}

/** Never drawn: the last error boundary stands in its place. */
export default function MissingFile() {
	return null
}
