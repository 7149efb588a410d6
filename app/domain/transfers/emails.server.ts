import { eq } from 'drizzle-orm'
import type { Cell } from '~/domain/grid/layout'
import { chosenPath } from '~/domain/house/paths'
import type { InvitationForMail } from '~/domain/mail/invitation-mails'
import { absoluteUrl } from '~/server/absolute-url.server'
import type { Readable } from '~/server/db.server'
import { accounts } from '~/server/schema.server'
import { type Area, invitationPath, sentPath } from './rules'

type Recipient = { fullName: string; role: Area }

/**
 * The account with an address (lower case), if there is one: its email leads to the invitation, any other to the
 * registration.
 */
export async function recipientOf(from: Readable, email: string): Promise<Recipient | undefined> {
	const [row] = await from
		.select({ fullName: accounts.fullName, role: accounts.role })
		.from(accounts)
		.where(eq(accounts.email, email))
	return row
}

/** What the emails about an open invitation say of it. `senderName` null: the house. `till`: UTC ms. */
export function invitationForMail(
	transfer: { id: string; senderName: string | null; recipientEmail: string; till: number | null },
	cells: Cell[],
	recipient: Recipient | undefined,
): InvitationForMail {
	const { id, senderName, recipientEmail, till } = transfer
	return {
		senderName,
		recipientName: recipient?.fullName,
		recipientEmail,
		cells,
		till,
		url: absoluteUrl(recipient ? invitationPath(recipient.role, id) : '/register'),
		hasAccount: recipient !== undefined,
		editUrl: absoluteUrl(sentPath(id, 'edit', senderName === null ? 'admin' : 'user')),
	}
}

/** Where the new holder of these cells sees to them. */
export function managePath(area: Area, cells: readonly Cell[]): string {
	const first = cells[0]?.id ?? 0
	return area === 'admin' ? chosenPath(cells.map(cell => cell.id)) : `/user/profile?cell=${first}`
}
