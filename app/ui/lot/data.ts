import type { OwnLot } from '~/domain/creatives/own-lot.server'
import type { Pixel } from '~/domain/grid/pixel.server'

/** What the page of a block or a pixel shows. */
export type LotData = Pixel & {
	/** "6 tiny pixels, 3 by 2, from row 9, column 4". */
	name: string
	/** What its owner says, as a title and the rest; or its size. */
	title: string
	text: string
	/** Of this page, absolute. */
	address: string
	/** Whether somebody who looks waits for an email when it is free, can ask for one, or has to sign in before. */
	alert: 'asked' | 'possible' | 'sign-in' | null
	/** What only its owner reads; null for everybody else. */
	own: OwnLot | null
}
