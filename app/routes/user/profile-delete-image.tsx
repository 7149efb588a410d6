import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { deleteImage } from '~/domain/creatives/commands.server'
import { BLOCK_FAILED } from '~/domain/creatives/errors'
import { findBlock } from '~/domain/creatives/queries.server'
import { blockName, cellFromQuery, managePath } from '~/domain/creatives/rules'
import { fileUrl } from '~/domain/files/rules'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { BlockPicture } from '~/ui/creatives/block-picture'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import type { Route } from './+types/profile-delete-image'

export const meta: Route.MetaFunction = () => [{ title: `Delete Image · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	if (cell === undefined) throw redirect('/user/profile')
	const found = await findBlock(cell, account.id, Date.now())
	const imageKey = found.ok ? found.block.creative?.imageKey : undefined
	if (!found.ok || !imageKey) throw redirect(managePath(cell))
	return { cell, block: found.block, imageKey }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	const intent = (await readForm(request)).get('intent')
	if (cell === undefined || intent !== 'delete-image') {
		throw badRequest()
	}
	const by = { holder: account.id, actorId: account.id, now: Date.now() }
	const deleted = await catchUnexpected(() => deleteImage(cell, by), { message: 'Please try again' })
	const why = deleted.ok ? '' : deleted.message.replace(/\.?$/, '.')
	const text = deleted.ok ? 'Image deleted successfully' : `${BLOCK_FAILED.deleteImage}. ${why}`
	return await redirectWithFlash('/user/profile', {
		type: deleted.ok ? 'success' : 'error',
		text,
		seconds: 3,
	})
}

export default function DeleteImage({ loaderData: { cell, block, imageKey } }: Route.ComponentProps) {
	return (
		<ConfirmPage
			title="Delete this image?"
			cancelHref={managePath(cell)}
			confirmLabel="Delete Image"
			intent="delete-image"
		>
			<BlockPicture
				cells={block.cells}
				src={fileUrl(imageKey)}
				label="The image that would be deleted"
				className="max-h-60 w-full border border-line bg-ground p-3"
			/>
			<p>
				The image is taken off {blockName(block)}, and erased. The description and the link are kept for the
				next one.
			</p>
		</ConfirmPage>
	)
}
