import { eq } from 'drizzle-orm'
import { href } from 'react-router'
import { managePath } from '~/domain/creatives/rules'
import type { Cell } from '~/domain/grid/layout'
import { chosenPath } from '~/domain/house/paths'
import type { InvitationForMail } from '~/domain/mail/invitation-mails'
import type { Readable } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
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
		url: absoluteUrl(recipient ? invitationPath(recipient.role, id) : registrationPath(id, recipientEmail)),
		hasAccount: recipient !== undefined,
		editUrl: absoluteUrl(sentPath(id, 'edit', senderName === null ? 'admin' : 'user')),
	}
}

/* The registration with the address filled in, and the invitation after the code. */
function registrationPath(id: string, email: string): string {
	const query = new URLSearchParams({ email, redirectTo: invitationPath('user', id) })
	return `${href('/register')}?${query}`
}

/** Where the new holder of these cells sees to them. */
export function newHolderPath(area: Area, cells: readonly Cell[]): string {
	return area === 'admin' ? chosenPath(cells.map(cell => cell.id)) : managePath(cells[0]?.id ?? 0)
}
