import { type SubmissionResult, useForm } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { imageProblem, saveCreative } from '~/domain/creatives/commands.server'
import { findBlock, listBlocks } from '~/domain/creatives/queries.server'
import { type Block, cellFromQuery, deleteImagePath } from '~/domain/creatives/rules'
import { CreativeForm } from '~/domain/creatives/schema'
import { countGrid } from '~/domain/dashboard/rules'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, parseForm } from '~/server/form.server'
import { requireUser } from '~/server/guards.server'
import { readUploadForm } from '~/server/uploads.server'
import { ChooseBlock, type ChooseProps } from '~/ui/creatives/choose-block'
import { type CreativeFields, ManageForm } from '~/ui/creatives/manage-form'
import { DialogPage } from '~/ui/dialog-page'
import { ErrorSummary } from '~/ui/error-summary'
import { drawCells } from '~/ui/grid/draw.server'
import type { Route } from './+types/profile'

export const meta: Route.MetaFunction = () => [{ title: `Pixel Management · ${brand.name}` }]

const FAILED = 'Failed to manage pixel'

type Page =
	| { chosen: { cell: number; block: Block }; result?: SubmissionResult<string[]> | undefined }
	| { chosen: null; choose: ChooseProps }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	if (cell === undefined) {
		const asked = new URL(request.url).searchParams.get('intent') === 'manage'
		const problem = asked ? 'Please select at least one pixel to manage' : undefined
		return await choosePage(account.id, problem && { message: problem })
	}
	const found = await findBlock(cell, account.id)
	if (!found.ok) return await choosePage(account.id, found)
	return data<Page>({ chosen: { cell, block: found.block } })
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const cell = cellFromQuery(request.url)
	const form = await readUploadForm(request, { maxFiles: 1 })
	const intent = form.get('intent')
	if (cell === undefined) throw new Response(null, { status: 400, statusText: 'Bad Request' })
	if (intent === 'delete-image') throw redirect(deleteImagePath(cell))
	if (intent !== 'upload') throw new Response(null, { status: 400, statusText: 'Bad Request' })

	const found = await findBlock(cell, account.id)
	const submission = parseForm(form, CreativeForm)
	if (!found.ok) return await choosePage(account.id, { ...found, typed: submission.payload })
	const refuse = (problem: { field?: string; message?: string | undefined; status?: number }) => {
		const { field, message, status = 422 } = problem
		const errors = message
			? field
				? { fieldErrors: { [field]: [message] } }
				: { formErrors: [message] }
			: {}
		const result = submission.reply(errors)
		return data<Page>({ chosen: { cell, block: found.block }, result }, { status })
	}
	if (submission.status !== 'success') {
		const image = form.get('image')
		const sent = image instanceof File && (image.name !== '' || image.size > 0) ? image : undefined
		const message = await imageProblem(sent, Boolean(found.block.creative?.imageKey))
		return refuse({ field: 'image', message })
	}
	const { description, link, image, rotation } = submission.value
	const by = { holder: account.id, actorId: account.id, now: Date.now() }
	const saved = await orRefusal(() => saveCreative(cell, { description, link, image, rotation }, by), {
		message: FAILED,
	})
	if (saved.ok) {
		return await redirectWithFlash('/user/profile', {
			type: 'success',
			text: 'Pixel managed successfully',
			seconds: 3,
		})
	}
	if ('status' in saved || saved.field) return refuse(saved)
	return await choosePage(account.id, { ...saved, typed: submission.payload })
}

/** The page on which a block is chosen, with what stands in the way of the one that was asked for. */
async function choosePage(accountId: string, problem?: ChooseProps['problem']) {
	const [grid, blocks] = await Promise.all([readGrid(Date.now()), listBlocks(accountId)])
	const states = statesFor(grid, { role: 'user', accountId })
	const choose: ChooseProps = {
		cells: drawCells({ mode: 'manage', states, prices: grid.prices }),
		pictureHash: grid.pictureHash,
		prices: grid.prices,
		figures: countGrid(grid, accountId),
		blocks,
		problem,
	}
	return data<Page>({ chosen: null, choose }, { status: problem ? 422 : 200 })
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
	const page: Page = actionData ?? loaderData
	if (!page.chosen) return <ChooseBlock {...page.choose} />
	return <ManageBlock {...page.chosen} result={page.result} />
}

function ManageBlock({
	cell,
	block,
	result,
}: {
	cell: number
	block: Block
	result: SubmissionResult<string[]> | undefined
}) {
	const [form, fields] = useForm<CreativeFields>({
		id: 'creative',
		lastResult: result ?? null,
		defaultValue: {
			description: block.creative?.description,
			link: block.creative?.link,
			rotation: '0',
		},
		// The messages of the specification are the server's; the browser's own would hide all but one of them.
		defaultNoValidate: true,
	})
	return (
		<DialogPage title="Update Information" backHref="/user/profile">
			<ErrorSummary form={form} title={FAILED} />
			<ManageForm cell={cell} block={block} form={form} fields={fields} backHref="/user/profile" />
		</DialogPage>
	)
}
