import { eq } from 'drizzle-orm'
import { href } from 'react-router'
import type { Role } from '~/domain/accounts/rules'
import { managePath } from '~/domain/creatives/rules'
import type { Cell } from '~/domain/grid/layout'
import { chosenPath } from '~/domain/house/paths'
import type { InvitationForEmail } from '~/domain/mail/invitation-emails'
import type { Tx } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { invitationPath, sentPath } from './rules'

/**
 * Reads an open invitation for emails. The link leads to the invitation, or for a recipient without an account to
 * registration. `senderName` null: the house. `recipientEmail` in lower case. `until`: UTC ms.
 */
export async function invitationForEmail(
	tx: Tx,
	transfer: { id: string; senderName: string | null; recipientEmail: string; until: number | null },
	cells: Cell[],
): Promise<InvitationForEmail> {
	const { id, senderName, recipientEmail, until } = transfer
	const [recipient] = await tx
		.select({ fullName: accounts.fullName, role: accounts.role })
		.from(accounts)
		.where(eq(accounts.email, recipientEmail))
	return {
		senderName,
		recipientName: recipient?.fullName,
		recipientEmail,
		cells,
		until,
		url: absoluteUrl(recipient ? invitationPath(recipient.role, id) : registrationPath(id, recipientEmail)),
		hasAccount: recipient !== undefined,
		editUrl: absoluteUrl(sentPath(id, 'edit', senderName === null ? 'admin' : 'user')),
	}
}

/* Returns the registration page with the address filled in, which leads on to the invitation. */
function registrationPath(id: string, email: string): string {
	const query = new URLSearchParams({ email, redirectTo: invitationPath('user', id) })
	return `${href('/register')}?${query}`
}

/** Returns the new holder's page for managing these cells. */
export function newHolderPath(area: Role, cells: readonly Cell[]): string {
	return area === 'admin' ? chosenPath(cells.map(cell => cell.id)) : managePath(cells[0]?.id ?? 0)
}
