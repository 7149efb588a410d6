import { renderToStaticMarkup } from 'react-dom/server'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import type { Area } from '~/domain/transfers/rules'
import { BellList, bellState } from './bell'

/** What an open page asks every minute: how many invitations wait, and the list that the bell opens, as HTML. */
export function drawBell(area: Area, incoming: IncomingTransfers, page: string) {
	return {
		count: incoming.count,
		state: bellState(incoming),
		html: renderToStaticMarkup(<BellList area={area} incoming={incoming} page={page} />),
	}
}
