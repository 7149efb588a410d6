import type { OwnLot } from '~/domain/creatives/own-lot.server'
import type { Pixel } from '~/domain/grid/pixel.server'

/** The data of the page of a block or a pixel. */
export type LotData = Pixel & {
	/** "6 tiny pixels, 3 by 2, from row 9, column 4". */
	name: string
	/** The owner's description, split into a title and the rest; or its size. */
	title: string
	text: string
	/** The absolute URL of this page. */
	address: string
	/** Whether the viewer waits for an email when it is free, may ask for one, or has to sign in first. */
	alert: 'asked' | 'possible' | 'sign-in' | null
	/** Data for its owner only; null for everybody else. */
	own: OwnLot | null
}
