import type { Cell } from '~/domain/grid/layout'
import { formatLotNumber } from '~/domain/grid/lot'
import { pixelsFact, renderEmail } from './render-email'

/** Sent to a member who asked for an alert when these pixels are free (P8). `url`: the absolute URL to buy them. */
export const pixelsFreeEmail = ({ fullName, cells, url }: { fullName: string; cells: Cell[]; url: string }) =>
	renderEmail('pixels-free', `${formatLotNumber(cells)} is free`, fullName, [
		'You asked us to tell you when the pixels below are free. They are free now.',
		{ facts: [pixelsFact(cells)] },
		'We do not reserve them for you: the first person to put them on hold can buy them.',
		{ button: 'Choose these pixels', url },
		'We send this email only once. If somebody else is quicker, you can ask again on the page of these pixels.',
	])
