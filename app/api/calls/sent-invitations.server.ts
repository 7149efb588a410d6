import { z } from 'zod'
import { SALE_FAILED, saleRefusal, TOO_SOON } from '~/domain/house/schema'
import { typesText } from '~/domain/orders/history/contents.server'
import { londonDay, londonMoment } from '~/domain/time'
import { changeOffer, deleteOffer } from '~/domain/transfers/change.server'
import { listSent, readSent } from '~/domain/transfers/history/sent-queries.server'
import { countInvitation } from '~/domain/transfers/limits.server'
import { offerCells } from '~/domain/transfers/offer.server'
import { NOT_OFFERED, senderFor } from '~/domain/transfers/rules'
import { BuyerForm, oneEmail } from '~/domain/transfers/schema'
import type { SessionAccount } from '~/server/auth/session.server'
import type { Committed } from '~/server/http/idempotency.server'
import { type Done, done, operation, type Refused } from '../operation.server'
import { Id, listed, listPlace, Nothing, PixelIds, Time, timeText, Version } from '../wire'

const group = 'Invitations'

const NO_MOMENT = 'Please enter a date and a time, or leave it empty'

/**
 * A day lasts to its end in London; a time without a zone is London's. UTC ms afterwards; null when it is empty, and
 * undefined when it was not sent.
 */
export const Till = z
	.string()
	.max(40)
	.nullish()
	.transform((typed, { issues }) => {
		if (typed === undefined) return undefined
		if (!typed) return null
		const at = /^\d{4}-\d\d-\d\d$/.test(typed) ? londonMoment(`${typed}T23:59`) : londonMoment(typed)
		const isZoned = /([Zz]|[+-]\d\d:\d\d)$/.test(typed) && z.iso.date().safeParse(typed.slice(0, 10)).success
		const moment = at ?? (isZoned ? Date.parse(typed) : Number.NaN)
		if (!Number.isNaN(moment)) return moment
		issues.push({ code: 'custom', input: typed, message: NO_MOMENT })
		return z.NEVER
	})
	.meta({
		override: { type: ['string', 'null'] },
		description:
			'Until when the pixels are lent: a day, or a time in UTC. Without one they pass on for good.',
		example: '2027-03-31T12:00:00.000Z',
	})

const Sent = z
	.object({
		id: Id,
		request_id: Id,
		version: Version,
		recipient_name: z.string().nullable(),
		buyer_email: z.string(),
		total_pixels: z.number().int(),
		pixel_types: z.string().meta({ example: 'tiny:4' }),
		pixel_ids: z.array(z.number().int()),
		invitation_date: Time,
		transfer_till: Time.nullable(),
		status: z.enum(['open', 'expired']),
	})
	.meta({ id: 'SentInvitation' })

/** Invites an address to take over pixels of the caller's, or of the house's. `till`: UTC ms, for a loan. */
export async function invite(
	account: SessionAccount,
	{ cells, recipientEmail, till }: { cells: readonly number[]; recipientEmail: string; till: number | null },
	now: number,
): Promise<Done | Refused> {
	const counted = await countInvitation(account.id)
	if (!counted.ok) return counted
	const offer = { senderId: senderFor(account), actorId: account.id, cells, recipientEmail, till, now }
	const sent = await offerCells(offer)
	if (sent.ok) return done({ request_id: sent.transferId }, 'Invitation sent successfully')
	return offer.senderId === null ? saleRefusal(till === null ? 'sell' : 'temporary-sell', sent) : sent
}

/** Answers from the audit that an invitation was sent. */
export async function recallInvitation(committed: readonly Committed[]) {
	const sent = committed.find(({ action }) => action === 'transfer.send')
	return sent && done({ request_id: sent.subjectId }, 'Invitation sent successfully')
}

const Offer = BuyerForm.extend({ pixel_id: PixelIds, transfer_till: Till })
const HouseOffer = z.object({
	buyer_email: oneEmail('Please enter an email address'),
	pixel_id: PixelIds,
	transfer_date: Till,
	transfer_till: Till,
})
const example = { buyer_email: 'friend@example.com', pixel_id: [112, 113] }
const Offered = z.object({ request_id: Id })

const Change = z.object({
	request_id: Id,
	buyer_email: oneEmail('Please enter an email address'),
	transfer_date: Till.meta({
		override: { type: ['string', 'null'] },
		description:
			'Until when the pixels are lent; null: they pass on for good. Without it that stays as it is.',
	}),
	version: Version.optional(),
})
const Deletion = z.object({ request_id: Id, version: Version.optional() })

/* Without a version the change is made to what is there. */
async function meant(account: SessionAccount, id: string, version: number | undefined, now: number) {
	const senderId = senderFor(account)
	const seen = version ?? (await readSent(id, senderId, now))?.version ?? 1
	return { transferId: id, senderId, actorId: account.id, version: seen, now }
}

const callsOf = (who: 'user' | 'admin') => [
	operation({
		method: 'GET',
		path: `/${who}/sentinvitations`,
		group,
		summary: 'Invitations that wait for an answer, or whose date has passed',
		who,
		query: z.object({ ...listPlace }),
		data: z.array(Sent),
		beside: z.object(listed),
		async run({ account, query, by }) {
			const { rows, total, page } = await listSent(senderFor(account), { q: '', ...query }, by.now)
			const items = rows.map(row => ({
				id: row.id,
				request_id: row.id,
				version: row.version,
				recipient_name: row.recipientName,
				buyer_email: row.recipientEmail,
				total_pixels: row.cells.length,
				pixel_types: typesText(row.cells.map(cell => cell.id)),
				pixel_ids: row.cells.map(cell => cell.id),
				invitation_date: timeText(row.createdAt) ?? '',
				transfer_till: timeText(row.till),
				status: row.isExpired ? ('expired' as const) : ('open' as const),
			}))
			return done(items, '', { page, total })
		},
	}),
	operation({
		method: 'POST',
		path: `/${who}/editinvite`,
		group,
		summary: 'Send an invitation to another address, or make it a loan until a date',
		who,
		body: Change,
		example: { request_id: '6f1c0d5e', buyer_email: 'friend@example.com', transfer_date: null },
		data: Nothing,
		failed: 'Failed to update invitation',
		async run({ account, body, by }) {
			const counted = await countInvitation(account.id)
			if (!counted.ok) return counted
			const input = await meant(account, body.request_id, body.version, by.now)
			const change = { recipientEmail: body.buyer_email, till: body.transfer_date }
			const outcome = await changeOffer({ ...input, ...change })
			if (outcome.ok) return done(null, 'Invitation updated successfully')
			return outcome.code === 'till' ? { ...outcome, field: 'transfer_date' } : outcome
		},
	}),
	operation({
		method: 'POST',
		path: `/${who}/deleteinvite`,
		group,
		summary: 'Withdraw an invitation',
		who,
		body: Deletion,
		example: { request_id: '6f1c0d5e' },
		data: Nothing,
		failed: 'Failed to delete invitation',
		async run({ account, body, by }) {
			const outcome = await deleteOffer(await meant(account, body.request_id, body.version, by.now))
			return outcome.ok ? done(null, 'Invitation deleted successfully') : outcome
		},
	}),
]

const offerAt = (path: '/user/sendinvite' | '/user/pixels/sell', summary: string) =>
	operation({
		method: 'POST',
		path,
		group,
		summary,
		who: 'user',
		body: Offer,
		example,
		data: Offered,
		once: true,
		recall: recallInvitation,
		failed: NOT_OFFERED,
		run({ account, body: { buyer_email: recipientEmail, pixel_id: cells, transfer_till: till = null }, by }) {
			return invite(account, { cells, recipientEmail, till }, by.now)
		},
	})

export const sentInvitationCalls = [
	offerAt('/user/sendinvite', 'Offer your pixels to somebody by email, or with a date lend them'),
	offerAt('/user/pixels/sell', 'The same as sendinvite'),
	operation({
		method: 'POST',
		path: '/admin/sendinvite',
		group,
		summary: 'Sell pixels of the house, or with a date lend them, by email',
		who: 'admin',
		body: HouseOffer,
		example,
		data: Offered,
		once: true,
		recall: recallInvitation,
		failed: ({ transfer_till, transfer_date }) =>
			SALE_FAILED[(transfer_till ?? transfer_date ?? null) === null ? 'sell' : 'temporary-sell'],
		async run({ account, body, by }) {
			const { buyer_email: recipientEmail, pixel_id: cells, transfer_till, transfer_date } = body
			const till = transfer_till ?? transfer_date ?? null
			const isTooSoon = till !== null && londonDay(till) <= londonDay(by.now)
			const field = transfer_till == null ? 'transfer_date' : 'transfer_till'
			if (isTooSoon) return { ok: false, code: 'till', field, message: TOO_SOON }
			return await invite(account, { cells, recipientEmail, till }, by.now)
		},
	}),
	...callsOf('user'),
	...callsOf('admin'),
]
