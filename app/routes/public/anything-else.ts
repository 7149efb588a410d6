import { redirect } from 'react-router'

/** Any other path redirects to / (2.1). */
export function loader() {
	return redirect('/')
}

/** A form sent to an address that does not exist. */
export function action() {
	return new Response(null, { status: 404 })
}
