import type { Role } from '~/domain/accounts/rules'
import { findCertificateCode } from '~/domain/certificates/queries.server'
import { getSenderId, listedPath } from '~/domain/transfers/rules'
import { findBlock } from './queries.server'
import { managePath, PUBLIC_LATER } from './rules'

/**
 * Reads the state of a cell for the member or administrator who has it at `now` (UTC ms); null when it is not theirs.
 */
export async function readOwnLot(cell: number, account: { id: string; role: Role }, now: number) {
	const [found, code] = await Promise.all([
		findBlock(cell, getSenderId(account), now),
		findCertificateCode(cell, account.id),
	])
	const certificate = code ?? null
	if (found.ok) {
		const { isPending, isPublicLater, creative, loan } = found.block
		const text =
			isPublicLater && creative?.imageKey ? `Payment in review. Your image is ${PUBLIC_LATER}.` : ''
		const way = { label: 'Manage', href: managePath(cell, account.role) }
		const whose = loan ? 'On loan to you.' : 'Yours.'
		return { whose, text: text || (isPending ? 'Payment in review.' : ''), isPublicLater, way, certificate }
	}
	if (found.code === 'not-owned') return null
	const text = found.code === 'invited' ? 'In an open invitation.' : `${found.message}.`
	return {
		whose: 'Yours.',
		text,
		isPublicLater: false,
		way: { label: 'Your invitations', href: listedPath(account.role) },
		certificate,
	}
}

/** What the public page of a lot shows to its owner only. */
export type OwnLot = NonNullable<Awaited<ReturnType<typeof readOwnLot>>>
