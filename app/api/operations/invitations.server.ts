import { z } from 'zod'
import type { Role } from '~/domain/accounts/rules'
import { describeSaleRefusal, HouseSaleForm, SALE_FAILED, TOO_SOON } from '~/domain/house/schema'
import { formatTypeCounts } from '~/domain/orders/history/contents.server'
import { londonDay, londonMoment } from '~/domain/time'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { listSent, readSent } from '~/domain/transfers/history/sent-queries.server'
import { findIncomingByCells, listIncomingWithCells } from '~/domain/transfers/incoming.server'
import {
	changeInvitation,
	countInvitation,
	offerCells,
	withdrawInvitation,
} from '~/domain/transfers/offer.server'
import { DECIDED_MESSAGES, DECISION_BROKEN, getSenderId, NOT_OFFERED } from '~/domain/transfers/rules'
import { BuyerForm, oneEmail } from '~/domain/transfers/schema'
import type { SessionAccount } from '~/server/auth/session.server'
import { type ApiRefusal, operation, type Success, toSuccess, toSuccessPage } from '../operation.server'
import { formatIsoTime, Id, Listed, ListPlace, PixelIds, Text, Time, Version } from '../wire'

const group = 'Invitations'

const NO_MOMENT = 'Please enter a date and a time, or leave it empty'

/**
 * A day ends at midnight in London; a time without a zone is London time. Parsed to UTC ms; null when empty, undefined
 * when omitted.
 */
const dateField = (description: string) =>
	z
		.string()
		.max(40)
		.nullish()
		.transform((typed, { issues }) => {
			if (typed === undefined) return undefined
			if (!typed) return null
			const at = /^\d{4}-\d\d-\d\d$/.test(typed) ? londonMoment(`${typed}T23:59`) : londonMoment(typed)
			const isZoned =
				/([Zz]|[+-]\d\d:\d\d)$/.test(typed) && z.iso.date().safeParse(typed.slice(0, 10)).success
			const moment = at ?? (isZoned ? Date.parse(typed) : Number.NaN)
			if (!Number.isNaN(moment)) return moment
			issues.push({ code: 'custom', input: typed, message: NO_MOMENT })
			return z.NEVER
		})
		.meta({ override: { type: ['string', 'null'] }, description, example: '2027-03-31T12:00:00.000Z' })
const LoanDate = dateField(
	'The end of the loan: a day, or a time in UTC. Without it, the transfer is permanent.',
)

const Invite = z
	.object({
		request_id: Id,
		version: Version,
		id: z.union([z.literal(1), z.literal(2)]).meta({ description: '1: from the house; 2: from a member.' }),
		full_name: Text,
		pixel: z.array(z.number().int()),
		transfer_till: Time.nullable(),
	})
	.meta({ id: 'Invite' })

const Sent = z
	.object({
		id: Id,
		request_id: Id,
		version: Version,
		recipient_name: Text,
		buyer_email: z.string(),
		total_pixels: z.number().int(),
		pixel_types: z.string().meta({ example: 'tiny:4' }),
		pixel_ids: z.array(z.number().int()),
		invitation_date: Time,
		transfer_till: Time.nullable(),
		status: z.enum(['open', 'expired']),
	})
	.meta({ id: 'SentInvitation' })

type Offer = { cells: readonly number[]; recipientEmail: string; until: number | null }

/** Offers pixels of the caller, or of the house, to an email address. `until`: UTC ms, for a loan. */
export async function invite(
	account: SessionAccount,
	input: Offer,
	now: number,
): Promise<Success | ApiRefusal> {
	const tooMany = await countInvitation(account.id)
	if (tooMany) return tooMany
	const offer = { ...input, senderId: getSenderId(account), actorId: account.id, now }
	const sent = await offerCells(offer)
	if (sent.ok) return toSuccess({ request_id: sent.transferId })
	return offer.senderId === null
		? describeSaleRefusal(offer.until === null ? 'sell' : 'temporary-sell', sent)
		: sent
}

/** Shared by the operations that send an invitation. */
export const OFFERED = {
	data: z.object({ request_id: Id }),
	success: 'Invitation sent successfully',
	once: true,
	replay: async committed => {
		const sent = committed.find(({ action }) => action === 'transfer.send')
		return sent && toSuccess({ request_id: sent.subjectId })
	},
} as const satisfies Partial<Parameters<typeof operation>[3]>

/** The pixels, and the address that the house invites. */
export const HouseOffer = HouseSaleForm.extend({ pixel_id: PixelIds })
const example = { buyer_email: 'friend@example.com', pixel_id: [112, 113] }

/* Without a version, the change applies to the current one. */
async function resolveInvitation(
	account: SessionAccount,
	id: string,
	version: number | undefined,
	now: number,
) {
	const senderId = getSenderId(account)
	const seen = version ?? (await readSent(id, senderId, now))?.version ?? 1
	return { transferId: id, senderId, actorId: account.id, version: seen, now }
}

const sentCalls = (area: Role) => [
	operation(`GET /${area}/sentinvitations`, area, group, {
		summary: 'List the open and expired invitations that you sent',
		query: ListPlace,
		data: z.array(Sent),
		extraFields: Listed,
		run: async ({ account, query, by }) =>
			toSuccessPage(await listSent(getSenderId(account), { q: '', ...query }, by.now), row => ({
				id: row.id,
				request_id: row.id,
				version: row.version,
				recipient_name: row.recipientName,
				buyer_email: row.recipientEmail,
				total_pixels: row.cells.length,
				pixel_types: formatTypeCounts(row.cells.map(cell => cell.id)),
				pixel_ids: row.cells.map(cell => cell.id),
				invitation_date: formatIsoTime(row.createdAt),
				transfer_till: formatIsoTime(row.until),
				status: row.isExpired ? 'expired' : 'open',
			})),
	}),
	operation(`POST /${area}/editinvite`, area, group, {
		summary: 'Change the email address of an invitation, or the end of its loan',
		body: z.object({
			request_id: Id,
			buyer_email: oneEmail('Please enter an email address'),
			transfer_date: dateField(
				'The end of the loan; null makes the transfer permanent. If omitted, it does not change.',
			),
			version: Version.optional(),
		}),
		example: { request_id: '6f1c0d5e', buyer_email: 'friend@example.com', transfer_date: null },
		success: 'Invitation updated successfully',
		failed: 'Failed to update invitation',
		async run({ account, body, by }) {
			const tooMany = await countInvitation(account.id)
			if (tooMany) return tooMany
			const input = await resolveInvitation(account, body.request_id, body.version, by.now)
			const change = { recipientEmail: body.buyer_email, until: body.transfer_date }
			const outcome = await changeInvitation({ ...input, ...change })
			return !outcome.ok && outcome.code === 'until' ? { ...outcome, field: 'transfer_date' } : outcome
		},
	}),
	operation(`POST /${area}/deleteinvite`, area, group, {
		summary: 'Withdraw an invitation',
		body: z.object({ request_id: Id, version: Version.optional() }),
		example: { request_id: '6f1c0d5e' },
		success: 'Invitation deleted successfully',
		failed: 'Failed to delete invitation',
		run: async ({ account, body, by }) =>
			await withdrawInvitation(await resolveInvitation(account, body.request_id, body.version, by.now)),
	}),
]

const offerAt = (path: '/user/sendinvite' | '/user/pixels/sell', summary: string) =>
	operation(`POST ${path}`, 'user', group, {
		...OFFERED,
		summary,
		body: BuyerForm.extend({ pixel_id: PixelIds, transfer_till: LoanDate }),
		example,
		failed: NOT_OFFERED,
		run: ({
			account,
			body: { buyer_email: recipientEmail, pixel_id: cells, transfer_till: until = null },
			by,
		}) => invite(account, { cells, recipientEmail, until }, by.now),
	})

export const invitationOperations = [
	operation('GET /user/checkinvites', 'account', group, {
		summary: 'List the open invitations that you received',
		data: z.array(Invite),
		async run({ account, by }) {
			const invites = await listIncomingWithCells(account.email, by.now)
			return toSuccess(
				invites.map(({ id, version, senderId, sender, until, cells }) => ({
					request_id: id,
					version,
					id: senderId === null ? 1 : 2,
					full_name: sender,
					pixel: cells,
					transfer_till: formatIsoTime(until),
				})),
			)
		},
	}),
	operation('POST /user/transferpixel', 'account', group, {
		summary: 'Accept or reject an invitation, found by its id or its pixels',
		body: z.object({
			request_id: Id.optional(),
			pixel_ids: PixelIds.optional(),
			status: z.enum(['accept', 'reject'], { error: 'Please accept or reject' }),
			version: Version.optional(),
			transfer_till: dateField('The date in the invitation; if it has changed since, accepting fails.'),
		}),
		example: { pixel_ids: [112, 113], status: 'accept' },
		once: true,
		failed: DECISION_BROKEN,
		async run({ account, body, by }) {
			const { request_id, pixel_ids = [], status, version, transfer_till } = body
			const transferId = request_id ?? (await findIncomingByCells(account.email, pixel_ids, by.now)) ?? ''
			const until = status === 'accept' ? transfer_till : undefined
			const decision = { transferId, accountId: account.id, version, until, now: by.now }
			const outcome = await decideTransfer(status, decision)
			return outcome.ok ? toSuccess(null, DECIDED_MESSAGES[status]) : outcome
		},
	}),
	offerAt('/user/sendinvite', 'Offer your pixels by email: permanently or, with a date, as a loan'),
	offerAt('/user/pixels/sell', 'Same as /user/sendinvite'),
	operation('POST /admin/sendinvite', 'admin', group, {
		...OFFERED,
		summary: 'Offer pixels of the house by email: permanently or, with a date, as a loan',
		body: HouseOffer.extend({ transfer_date: LoanDate, transfer_till: LoanDate }),
		example,
		failed: ({ transfer_till, transfer_date }) =>
			SALE_FAILED[(transfer_till ?? transfer_date ?? null) === null ? 'sell' : 'temporary-sell'],
		async run({ account, body, by }) {
			const { buyer_email: recipientEmail, pixel_id: cells, transfer_till, transfer_date } = body
			const until = transfer_till ?? transfer_date ?? null
			const isTooSoon = until !== null && londonDay(until) <= londonDay(by.now)
			const field = transfer_till == null ? 'transfer_date' : 'transfer_till'
			if (isTooSoon) return { ok: false, code: 'until', field, message: TOO_SOON }
			return await invite(account, { cells, recipientEmail, until }, by.now)
		},
	}),
	...sentCalls('user'),
	...sentCalls('admin'),
]
