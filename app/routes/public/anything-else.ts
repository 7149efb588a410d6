import { data, redirect } from 'react-router'

/** Any other path redirects to / (2.1). */
export function loader() {
	return redirect('/')
}

/** A form sent to an address that does not exist. */
export function action() {
	throw data(null, { status: 404 })
}

/** Never drawn. A route with a component is a page, and gets maintenance and errors as pages too. */
export default function AnythingElse() {
	return null
}
