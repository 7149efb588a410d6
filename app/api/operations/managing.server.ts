import { z } from 'zod'
import { deleteImage, saveCreative } from '~/domain/creatives/commands.server'
import type { BlockEditor } from '~/domain/creatives/rules'
import { BLOCK_FAILED } from '~/domain/creatives/rules'
import { CreativeForm, readFraming } from '~/domain/creatives/schema'
import { FAILED, PIXEL_MESSAGES } from '~/domain/house/schema'
import type { Committed } from '~/server/http/idempotency.server'
import { operation, toSuccess } from '../operation.server'
import { BINARY } from '../wire'
import { Reason, release } from './house.server'

/* A number, or a list of numbers as text, as older clients send it. */
const pixelsIds = z
	.union([z.string().max(10_000), z.number()], { error: 'No pixel selected' })
	.transform(sent => Array.from(String(sent).matchAll(/\d+/g), Number))
	.pipe(z.array(z.number().int()).min(1, 'No pixel selected').max(1_151))
	.meta({ override: { type: 'string' }, example: '112', description: 'The pixels to change.' })

/* The first pixel identifies the block. */
const pixelsId = pixelsIds
	.transform(([first = 0]) => first)
	.meta({ override: { type: 'string' }, example: '112', description: 'Any pixel of the block.' })

const Save = CreativeForm.omit({ held: true }).extend({
	pixels_id: pixelsId,
	delete_type: z.literal('').optional(),
	image: z.file().optional().meta(BINARY),
	rotation: CreativeForm.shape.rotation.meta({
		override: { type: 'string', enum: ['0', '90', '180', '270'] },
	}),
	zoom: CreativeForm.shape.zoom.meta({ override: { type: 'string' }, description: '1 to 5.' }),
	position_x: CreativeForm.shape.position_x.meta({
		override: { type: 'string' },
		description: '0 to 1. Replaces `position`.',
	}),
	position_y: CreativeForm.shape.position_y.meta({ override: { type: 'string' }, description: '0 to 1.' }),
})
const DeleteImage = z.object({ pixels_id: pixelsId, delete_type: z.literal('image') })

const MembersForm = z.discriminatedUnion('delete_type', [
	Save,
	DeleteImage,
	z.object({ pixels_id: pixelsId, delete_type: z.literal('pixel') }),
])
const HouseForm = z.discriminatedUnion('delete_type', [
	Save,
	DeleteImage,
	z.object({ pixels_id: pixelsIds, delete_type: z.literal('pixel'), reason: Reason }),
])

function getFailure(body: z.output<typeof MembersForm | typeof HouseForm>): string {
	if (body.delete_type === 'image') return BLOCK_FAILED.deleteImage
	if (body.delete_type !== 'pixel') return BLOCK_FAILED.manage
	return [body.pixels_id].flat().length === 1 ? PIXEL_MESSAGES.failed : FAILED.delete
}

async function manage(body: z.output<typeof Save | typeof DeleteImage>, by: BlockEditor) {
	if (body.delete_type === 'image') {
		const outcome = await deleteImage(body.pixels_id, by)
		return outcome.ok ? toSuccess({ pixels: outcome.cells }, 'Image deleted successfully') : outcome
	}
	const { pixels_id, description, link, image, rotation } = body
	const outcome = await saveCreative(
		pixels_id,
		{ description, link, image, rotation, framing: readFraming(body) },
		by,
	)
	return outcome.ok ? toSuccess({ pixels: outcome.cells }, 'Pixel managed successfully') : outcome
}

const Managed = z.object({ pixels: z.array(z.number().int()) })

async function replayManaged(committed: readonly Committed[]) {
	const entry = committed.find(({ action }) => /^(creative\.(save|delete-image)|cell\.delete)$/.test(action))
	const pixels = entry?.detail?.['cells']
	if (!Array.isArray(pixels)) return undefined
	const messages = {
		'creative.save': 'Pixel managed successfully',
		'creative.delete-image': 'Image deleted successfully',
	}
	return toSuccess({ pixels }, messages[entry?.action as keyof typeof messages] ?? PIXEL_MESSAGES.done)
}

export const managingOperations = [
	operation('POST /user/managepixel', 'user', 'Own pixels', {
		summary: 'Change the image, description and link of a block, or delete its image',
		body: MembersForm,
		files: ['image'],
		data: Managed,
		failed: getFailure,
		async run({ account, body, by, signal }) {
			if (body.delete_type === 'pixel') {
				return { ok: false, status: 403, code: 'forbidden', message: 'Members cannot delete pixels.' }
			}
			return await manage(body, { holder: account.id, actorId: account.id, now: by.now, signal })
		},
	}),
	operation('POST /admin/managepixel', 'admin', 'House', {
		summary:
			'Change the image, description and link of a block of the house, or delete its image; ' +
			'`delete_type` pixel, with a reason, deletes pixels',
		body: HouseForm,
		files: ['image'],
		data: Managed,
		failed: getFailure,
		once: true,
		replay: replayManaged,
		async run({ account, body, by, signal }) {
			if (body.delete_type === 'pixel') {
				const { pixels_id: pixels, reason } = body
				const outcome = await release('delete', { cells: pixels, reason, actorId: account.id, now: by.now })
				if (!outcome.ok) return outcome
				return toSuccess({ pixels }, pixels.length === 1 ? PIXEL_MESSAGES.done : outcome.message)
			}
			return await manage(body, { holder: null, actorId: account.id, now: by.now, signal })
		},
	}),
]
