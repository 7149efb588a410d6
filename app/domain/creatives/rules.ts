import type { Role } from '~/domain/accounts/rules'
import { type CellType, cellById } from '~/domain/grid/layout'
import { pixelNumber } from '~/domain/grid/pixel-path'
import type { Holder } from '~/domain/ownership/holder'
import { formatDateTime } from '~/domain/time'

/** The author and time of a change to a holder's cells. `signal`: aborts when the request does. */
export type BlockEditor = { holder: Holder; actorId: string; now: number; signal?: AbortSignal | undefined }

export type Creative = { id: string; description: string; link: string; imageKey: string | null }

/** A connected area of one holder and type, managed as one (P24). */
export type Block = {
	/** Ascending ids. */
	cells: readonly number[]
	type: CellType
	/** Width and height of the bounding box, in cells of the type. */
	across: number
	down: number
	isRectangle: boolean
	/** The creative of the first cell that has one. */
	creative: Creative | null
	/** How many cells show something else, or nothing: they joined the area after its creative was saved. */
	differing: number
	/** Whether an open invitation offers it to somebody, so that it cannot be managed. */
	isOffered: boolean
	/** Whether an order of one of the cells is pending. */
	isPending: boolean
	/** Whether pending orders keep the image of all cells private until their approval (P16). */
	isPublicLater: boolean
	/** The transfer that lends it to the holder, and until when (UTC ms); null for their own. */
	loan: { transferId: string; until: number } | null
}

export const PUBLIC_LATER = 'public once the payment is verified'

type Shape = Pick<Block, 'cells' | 'type' | 'across' | 'down' | 'isRectangle'>

/** Names a block in text: "6 tiny pixels, 3 by 2, from row 8, column 3". */
export function describeBlock(block: Shape): string {
	const count = block.cells.length
	const first = cellById(block.cells[0] ?? 0)
	const place = first ? `row ${first.row}, column ${first.col}` : ''
	if (count === 1) return `1 ${block.type} pixel, ${place}`
	const size = `${block.isRectangle ? '' : 'within '}${block.across} by ${block.down}`
	return `${count} ${block.type} pixels, ${size}, from ${place}`
}

/** Returns the page for choosing a block of a member, or of the house. */
export function blocksPath(area: Role): string {
	return `/${area}/profile`
}

/** Returns the page on which the block of a cell is managed. */
export function managePath(cell: number, area: Role = 'user'): string {
	return `${blocksPath(area)}${area === 'admin' ? '/manage' : ''}?cell=${cell}`
}

/** Returns the page that confirms the deletion of an image. */
export function deleteImagePath(cell: number, area: Role): string {
	return `${blocksPath(area)}/delete-image?cell=${cell}`
}

/** Parses the cell in `?cell=`, whether or not it exists; undefined without one. */
export function cellFromQuery(address: string): number | undefined {
	return pixelNumber(new URL(address).searchParams.get('cell'))
}

/** Why somebody cannot manage a pixel that is not theirs, or does not exist. */
export const NOT_OWNED = 'Can only manage owned pixels'

/** Returns why its owner cannot manage a pixel that is lent until then (UTC ms). */
export function describeLoanEnd(until: number): string {
	return `This pixel is lent until ${formatDateTime(until)} and cannot be managed before`
}

/** Messages for a block that could not be changed. */
export const BLOCK_FAILED = {
	manage: 'Failed to manage pixel',
	deleteImage: 'Failed to delete image',
} as const
