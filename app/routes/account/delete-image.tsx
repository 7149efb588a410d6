import { redirect } from 'react-router'
import { deleteImage } from '~/domain/creatives/commands.server'
import { findBlock } from '~/domain/creatives/queries.server'
import {
	BLOCK_FAILED,
	blocksPath,
	cellFromQuery,
	deleteImagePath,
	describeBlock,
	managePath,
} from '~/domain/creatives/rules'
import { fileUrl } from '~/domain/files/rules'
import { getSenderId } from '~/domain/transfers/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { BlockPicture } from '~/ui/creatives/block-picture'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import type { Route } from './+types/delete-image'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role: area } = account
	const cell = cellFromQuery(request.url)
	if (cell === undefined) throw redirect(blocksPath(area))
	const found = await findBlock(cell, getSenderId(account), Date.now())
	const imageKey = found.ok ? found.block.creative?.imageKey : undefined
	if (!found.ok || !imageKey) throw redirect(managePath(cell, area))
	return { area, cell, block: found.block, imageKey }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const cell = cellFromQuery(request.url)
	const intent = (await readForm(request)).get('intent')
	if (cell === undefined || intent !== 'delete-image') throw badRequest()
	const by = { holder: getSenderId(account), actorId: account.id, now: Date.now() }
	const deleted = await catchUnexpected(() => deleteImage(cell, by), { message: 'Please try again' })
	const why = deleted.ok ? '' : deleted.message.replace(/\.?$/, '.')
	const text = deleted.ok ? 'Image deleted successfully' : `${BLOCK_FAILED.deleteImage}. ${why}`
	const type = deleted.ok ? 'success' : 'error'
	throw await redirectWithFlash(blocksPath(account.role), { type, text, cell })
}

export default function DeleteImage({ loaderData: { area, cell, block, imageKey } }: Route.ComponentProps) {
	return (
		<ConfirmPage
			title="Delete this image?"
			cancelHref={managePath(cell, area)}
			confirmLabel="Delete Image"
			intent="delete-image"
			action={deleteImagePath(cell, area)}
		>
			<BlockPicture
				cells={block.cells}
				src={fileUrl(imageKey)}
				label="The image that would be deleted"
				className="max-h-60 w-full border border-line bg-ground p-3"
			/>
			<p>
				The image is taken off {describeBlock(block)}
				{area === 'admin' ? ' of the house' : null}, and erased. The description and the link are kept for the
				next one.
			</p>
		</ConfirmPage>
	)
}
