import { renderToStaticMarkup } from 'react-dom/server'
import { BellList, bellCount, bellState, type Shown } from './bell'

/** What an open page asks every minute: how much waits, and the list that the bell opens, as HTML. */
export function drawBell(shown: Shown) {
	return {
		count: bellCount(shown),
		state: bellState(shown),
		html: renderToStaticMarkup(<BellList {...shown} />),
	}
}
