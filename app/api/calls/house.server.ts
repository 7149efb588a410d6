import { z } from 'zod'
import { text } from '~/domain/fields'
import { type Release, type ReleaseInput, releaseCells } from '~/domain/house/release.server'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { DONE, FAILED, NO_DAY, SALE_FAILED, temporarySaleForm } from '~/domain/house/schema'
import { readStandings, versionOf } from '~/domain/house/standings.server'
import { londonMoment } from '~/domain/time'
import { oneEmail } from '~/domain/transfers/schema'
import type { Committed } from '~/server/http/idempotency.server'
import { done, operation } from '../operation.server'
import { Id, PixelIds, pixelIds, selectBlocks } from '../wire'
import { invite, recallInvitation } from './sent-invitations.server'

const group = 'House'
const Changed = z.object({ pixels: z.number().int().meta({ description: 'How many pixels changed.' }) })
const Offered = z.object({ request_id: Id })
const Day = z.string({ error: NO_DAY }).max(40).nullish().meta({ example: '2027-03-31' })

/** Why pixels are taken from whoever has them. */
export const Reason = text('Please enter a reason', {
	most: 1000,
	tooLong: 'Please use at most 1,000 characters',
}).meta({
	override: { type: 'string', maxLength: 1000 },
	description: 'Everybody who loses something gets it by email.',
})

/** Restores or deletes pixels as they are now: a call has no page on which it saw them. */
export async function release(
	operation: Release,
	input: Pick<ReleaseInput, 'cells' | 'reason' | 'actorId' | 'now'>,
) {
	const version = versionOf(await readStandings(input.cells, input.now))
	const outcome = await releaseCells({ ...input, operation, version })
	return outcome.ok ? done({ pixels: outcome.count }, DONE[operation]) : outcome
}

const DONE_BY: Readonly<Record<string, keyof typeof DONE>> = {
	'cell.reserve': 'reserve',
	'cell.restore': 'restore',
	'cell.delete': 'delete',
}

/** Answers from the audit what became of pixels that were reserved, restored or deleted. */
async function recallPixels(committed: readonly Committed[]) {
	const entry = committed.find(({ action }) => action in DONE_BY)
	const operation = entry && DONE_BY[entry.action]
	const cells = entry?.detail?.['cells']
	if (!operation || !Array.isArray(cells)) return undefined
	return done({ pixels: cells.length }, DONE[operation])
}

export const houseCalls = [
	operation({
		method: 'POST',
		path: '/admin/adminreservepixel',
		group,
		summary: 'Reserve available pixels for the house, all or none',
		who: 'admin',
		body: z.object({ selectedBlocks: selectBlocks('Please select pixels to reserve') }),
		example: { selectedBlocks: [{ id: 112 }, { id: 113 }] },
		data: Changed,
		failed: FAILED.reserve,
		once: true,
		recall: recallPixels,
		async run({ account, body, by }) {
			const ids = body.selectedBlocks.map(block => block.id)
			const outcome = await reserveForTheHouse(ids, { actorId: account.id, now: by.now })
			return outcome.ok ? done({ pixels: outcome.count }, DONE.reserve) : outcome
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/restorepixel',
		group,
		summary: 'Make pixels available again; with `delete_type` delete what they show is erased',
		who: 'admin',
		body: z.object({
			pixel_ids: pixelIds('Please select pixels to restore'),
			reason: Reason,
			delete_type: z.literal('delete').optional(),
		}),
		example: { pixel_ids: [112, 113], reason: 'Agreed by telephone' },
		data: Changed,
		failed: ({ delete_type: kind }) => FAILED[kind ?? 'restore'],
		once: true,
		recall: recallPixels,
		async run({ account, body: { pixel_ids: cells, reason, delete_type: kind }, by }) {
			const what = kind === 'delete' ? 'delete' : 'restore'
			return await release(what, { cells, reason, actorId: account.id, now: by.now })
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/tempsellpixels',
		group,
		summary: 'Lend pixels of the house until the end of a day in London, from tomorrow on',
		who: 'admin',
		body: z.object({
			buyer_email: oneEmail('Please enter an email address'),
			pixel_id: PixelIds,
			transfer_till: Day,
			transfer_date: Day.meta({ description: 'The same, under another name that clients use.' }),
		}),
		example: { buyer_email: 'friend@example.com', pixel_id: [112, 113], transfer_till: '2027-03-31' },
		data: Offered,
		failed: SALE_FAILED['temporary-sell'],
		once: true,
		recall: recallInvitation,
		async run({ account, body, by }) {
			const typed = body.transfer_till || body.transfer_date || ''
			const day = temporarySaleForm(by.now).shape.transfer_till.safeParse(typed.slice(0, 10))
			if (!day.success) {
				const message = day.error.issues[0]?.message ?? NO_DAY
				const field = !body.transfer_till && body.transfer_date ? 'transfer_date' : 'transfer_till'
				return { ok: false, code: 'till', field, message }
			}
			const till = londonMoment(`${day.data}T23:59`)
			const { buyer_email: recipientEmail, pixel_id: cells } = body
			return await invite(account, { cells, recipientEmail, till }, by.now)
		},
	}),
	operation({
		method: 'POST',
		path: '/admin/management/transfer',
		group,
		summary: 'Sell pixels of the house permanently, by email',
		who: 'admin',
		body: z.object({ buyer_email: oneEmail('Please enter an email address'), pixel_id: PixelIds }),
		example: { buyer_email: 'friend@example.com', pixel_id: [112, 113] },
		data: Offered,
		failed: SALE_FAILED.sell,
		once: true,
		recall: recallInvitation,
		run({ account, body: { buyer_email: recipientEmail, pixel_id: cells }, by }) {
			return invite(account, { cells, recipientEmail, till: null }, by.now)
		},
	}),
]
