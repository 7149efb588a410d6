import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import type { Role } from '~/domain/accounts/rules'
import { suggestedSize } from '~/domain/creatives/framing'
import type { ImageForm } from '~/domain/creatives/image-form.server'
import {
	BLOCK_FAILED,
	type Block,
	blocksPath,
	describeBlock,
	managePath,
	PUBLIC_LATER,
} from '~/domain/creatives/rules'
import { MAX_DESCRIPTION, MAX_LINK } from '~/domain/creatives/text-schema'
import { FILE_MESSAGES, IMAGE_ACCEPT } from '~/domain/files/rules'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { selectionQuery } from '~/domain/grid/selection/selection'
import type { DayFigures } from '~/domain/statistics/rules'
import type { ImageEditorProps } from '~/tools/image-editor/image-editor'
import { Button } from '~/ui/button'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { FileField, InputField, KeptFile, TextareaField } from '~/ui/forms/field'
import { usePageForm } from '~/ui/forms/restored'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import { AuditLink } from '../audit-link'
import { CertificateLink } from '../certificates/link'
import { Statistics } from './statistics'

/** A block to manage. `about`: additional information for a member. */
export type ChosenBlock = {
	area: Role
	cell: number
	block: Block
	editing: ImageForm
	about?: { certificate: string | undefined; days: readonly DayFigures[] | null }
}

type Props = ChosenBlock & {
	result?: SubmissionResult<string[]> | undefined
	editor: ComponentProps<typeof ManageForm>['editor']
}

/** The form of a block, with its certificate and statistics. */
export function ManagedBlock({ area, cell, block, editing, about, result, editor }: Props) {
	const isHouse = area === 'admin'
	return (
		<DialogPage
			wide
			title="Update Information"
			backHref={blocksPath(area)}
			intro={isHouse && block.creative ? <AuditLink subject={block.creative.id} /> : undefined}
		>
			<ManageForm
				{...{ block, editing, result, editor }}
				backHref={blocksPath(area)}
				action={managePath(cell, area)}
				mayDelete={isHouse}
			/>
			{about?.certificate ? (
				<p>
					<CertificateLink code={about.certificate} />
				</p>
			) : null}
			{about && !block.loan ? (
				<p>
					<a
						className="link link-alone"
						href={`/user/pixels/sell${block.isRectangle ? selectionQuery(block.cells) : ''}`}
					>
						Sell or lend {block.cells.length === 1 ? 'this pixel' : 'these pixels'}
					</a>
				</p>
			) : null}
			{about?.days ? <Statistics days={about.days} /> : null}
		</DialogPage>
	)
}

/** A button of the form below, which sends nothing of this one. */
function Removal({ intent, children }: { intent: string; children: string }) {
	return (
		<Button variant="secondary" form="removal" name="intent" value={intent}>
			{children}
		</Button>
	)
}

type CreativeFields = Record<'description' | 'link' | 'image', string>

/** In the order of the page. */
const LABELS = { image: 'Image', description: 'Description', link: 'Link' }

type ManageFormProps = {
	block: Block
	editing: ImageForm
	result: SubmissionResult<string[]> | undefined
	backHref: string
	/** The address the forms are sent to. */
	action: string
	/** Whether the pixel itself can be deleted (administrators). */
	mayDelete: boolean
	/** Renders the image editor, which is an interactive tool. */
	editor: (props: ImageEditorProps) => ReactNode
}

/** The form of a block: what it shows, and where a click leads. */
function ManageForm({ block, editing, result, backHref, action, mayDelete, editor }: ManageFormProps) {
	const [form, fields] = usePageForm<CreativeFields>({
		id: 'creative',
		lastResult: result ?? null,
		defaultValue: { description: block.creative?.description, link: block.creative?.link },
		// The server's messages are fixed (P49); the browser would show only one of its own.
		defaultNoValidate: true,
	})
	const hasImage = Boolean(block.creative?.imageKey)
	const { held, ...image } = editing
	const size = suggestedSize(boundingBox(cellsByIds(block.cells)))
	return (
		<>
			<ErrorSummary form={form} labels={LABELS} title={BLOCK_FAILED.manage} />
			<form-checks of="creative">
				<form
					id={form.id}
					method="post"
					action={action}
					encType="multipart/form-data"
					noValidate={form.noValidate}
					className="manage-columns"
				>
					<div className="manage-picture">
						<p className="text-sm font-semibold first-letter:uppercase">{describeBlock(block)}</p>
						{editor({
							...image,
							cells: block.cells,
							label: image.picture ? 'The image as the grid shows it' : 'The block, without an image so far',
							fileId: fields.image.id,
						})}
						<FileField
							field={fields.image}
							label={hasImage || held ? 'Replace the image' : 'Image'}
							optional={hasImage || held !== null}
							accept={IMAGE_ACCEPT}
							typeMessage={FILE_MESSAGES.imageType}
							help={
								held ? (
									<KeptFile name={held.name} />
								) : (
									`PNG, JPG, WebP, GIF or AVIF, at most 5 MB. Dimensions of 112 x 32 pixels will do. Suggested for this block: ${size.width} x ${size.height} pixels; larger is sharper.`
								)
							}
						/>
						{held ? <input type="hidden" name="held" value={held.key} /> : null}
					</div>
					<div className="form content-start">
						{block.differing > 0 ? (
							<Notice tone="warning">
								<p>
									{block.differing} of the {block.cells.length} pixels {block.differing === 1 ? 'does' : 'do'}{' '}
									not show this yet. Uploading puts image, description and link on all of them.
								</p>
							</Notice>
						) : null}
						<TextareaField
							field={fields.description}
							label="Description"
							maxLength={MAX_DESCRIPTION}
							rows={3}
							help={`Shown when a visitor points at the block. At most ${MAX_DESCRIPTION} characters.`}
						/>
						<InputField
							field={fields.link}
							label="Link"
							type="url"
							inputMode="url"
							maxLength={MAX_LINK}
							placeholder="https://"
							help="Opens in a new tab. Without https:// in front, we add it."
						/>
						{block.loan ? (
							<p className="text-sm">
								These pixels are on loan to you, lent until <Time at={block.loan.until} />. What you show is
								erased then.
							</p>
						) : null}
						{block.isPublicLater ? (
							<p className="text-sm">
								{hasImage ? 'This image is' : 'An image that you upload is'} {PUBLIC_LATER}.
							</p>
						) : null}
						<div className="actions">
							<Button name="intent" value="upload" busy="Uploading…">
								Upload
							</Button>
							<CancelLink href={backHref} variant="quiet" />
							<div className="actions sm:ml-auto">
								{hasImage ? <Removal intent="delete-image">Delete Image</Removal> : null}
								{mayDelete ? <Removal intent="delete-pixel">Delete Pixel</Removal> : null}
							</div>
						</div>
					</div>
				</form>
			</form-checks>
			{hasImage || mayDelete ? <form id="removal" method="post" action={action} /> : null}
		</>
	)
}
