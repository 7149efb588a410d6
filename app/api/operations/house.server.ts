import { z } from 'zod'
import { computeVersion, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { type Release, type ReleaseInput, releaseCells } from '~/domain/house/release.server'
import { reserveForTheHouse } from '~/domain/house/reserve.server'
import { DONE, FAILED, NO_DAY, ReleaseForm, SALE_FAILED, temporarySaleForm } from '~/domain/house/schema'
import type { Committed } from '~/server/http/idempotency.server'
import { operation, toSuccess } from '../operation.server'
import { pixelIds, selectBlocks } from '../wire'
import { HouseOffer, invite, OFFERED } from './invitations.server'

const group = 'House'
const Day = z.string({ error: NO_DAY }).max(40).nullish().meta({ example: '2027-03-31' })

/** The reason for releasing pixels. */
export const Reason = ReleaseForm.shape.reason.meta({
	override: { type: 'string', maxLength: 1000 },
	description: 'Included in the email to everybody who loses pixels or content.',
})

/** Restores or deletes pixels in their current state: a client sends no version. */
export async function release(
	action: Release,
	input: Pick<ReleaseInput, 'cells' | 'reason' | 'actorId' | 'now'>,
) {
	const version = computeVersion(await readOccupiedCells(input.cells, input.now))
	const outcome = await releaseCells({ ...input, action, version })
	return outcome.ok ? toSuccess({ pixels: outcome.count }, DONE[action]) : outcome
}

/** Rebuilds a response from the audit log. */
async function replayPixels(committed: readonly Committed[]) {
	for (const what of ['reserve', 'restore', 'delete'] as const) {
		const cells = committed.find(({ action }) => action === `cell.${what}`)?.detail?.['cells']
		if (Array.isArray(cells)) return toSuccess({ pixels: cells.length }, DONE[what])
	}
	return undefined
}

const CHANGED = {
	data: z.object({ pixels: z.number().int().meta({ description: 'The number of changed pixels.' }) }),
	once: true,
	replay: replayPixels,
} as const

export const houseOperations = [
	operation('POST /admin/adminreservepixel', 'admin', group, {
		summary: 'Reserve available pixels for the house, all or none',
		body: z.object({ selectedBlocks: selectBlocks('Please select pixels to reserve') }),
		example: { selectedBlocks: [{ id: 112 }, { id: 113 }] },
		...CHANGED,
		failed: FAILED.reserve,
		async run({ account, body, by }) {
			const ids = body.selectedBlocks.map(block => block.id)
			const outcome = await reserveForTheHouse(ids, { actorId: account.id, now: by.now })
			return outcome.ok ? toSuccess({ pixels: outcome.count }, DONE.reserve) : outcome
		},
	}),
	operation('POST /admin/restorepixel', 'admin', group, {
		summary: 'Make pixels available again; `delete_type` delete also erases their content',
		body: z.object({
			pixel_ids: pixelIds('Please select pixels to restore'),
			reason: Reason,
			delete_type: z.literal('delete').optional(),
		}),
		example: { pixel_ids: [112, 113], reason: 'Agreed by telephone' },
		...CHANGED,
		failed: ({ delete_type: kind }) => FAILED[kind ?? 'restore'],
		run: ({ account, body: { pixel_ids: cells, reason, delete_type: kind }, by }) =>
			release(kind ?? 'restore', { cells, reason, actorId: account.id, now: by.now }),
	}),
	operation('POST /admin/tempsellpixels', 'admin', group, {
		...OFFERED,
		summary: 'Lend pixels of the house until the end of a day (London time), tomorrow at the earliest',
		body: HouseOffer.extend({
			transfer_till: Day,
			transfer_date: Day.meta({ description: 'Older name of transfer_till.' }),
		}),
		example: { buyer_email: 'friend@example.com', pixel_id: [112, 113], transfer_till: '2027-03-31' },
		failed: SALE_FAILED['temporary-sell'],
		async run({ account, body, by }) {
			const typed = body.transfer_till || body.transfer_date || ''
			const day = temporarySaleForm(by.now).shape.transfer_till.safeParse(typed.slice(0, 10))
			if (!day.success) {
				const message = day.error.issues[0]?.message ?? NO_DAY
				const field = !body.transfer_till && body.transfer_date ? 'transfer_date' : 'transfer_till'
				return { ok: false, code: 'until', field, message }
			}
			const { buyer_email: recipientEmail, pixel_id: cells } = body
			return await invite(account, { cells, recipientEmail, until: day.data }, by.now)
		},
	}),
	operation('POST /admin/management/transfer', 'admin', group, {
		...OFFERED,
		summary: 'Sell pixels of the house by an invitation to an email address',
		body: HouseOffer,
		example: { buyer_email: 'friend@example.com', pixel_id: [112, 113] },
		failed: SALE_FAILED.sell,
		run: ({ account, body: { buyer_email: recipientEmail, pixel_id: cells }, by }) =>
			invite(account, { cells, recipientEmail, until: null }, by.now),
	}),
]
