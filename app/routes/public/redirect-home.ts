import { data, redirect } from 'react-router'
import { redirectWithFlash } from '~/server/forms/flash.server'
import type { Route } from './+types/redirect-home'

const NOTHING_THERE = 'There is nothing at that address. This is the home page.'

/** Redirects any other path to the home page; a browser is told why. */
export async function loader({ request }: Route.LoaderArgs) {
	const readsPages = request.headers.get('accept')?.includes('text/html')
	if (readsPages) throw await redirectWithFlash('/', { type: 'info', text: NOTHING_THERE })
	return redirect('/')
}

/** A form sent to an address that does not exist. */
export function action() {
	throw data(null, { status: 404 })
}

/** Never rendered. A route with a component is a page, so that maintenance and errors are pages too. */
export default function RedirectHome() {
	return null
}
