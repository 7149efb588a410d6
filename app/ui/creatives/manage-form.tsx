import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { type Block, blockName, managePath } from '~/domain/creatives/rules'
import { MAX_DESCRIPTION, MAX_LINK } from '~/domain/creatives/schema'
import { FILE_MESSAGES, fileUrl, IMAGE_ACCEPT } from '~/domain/files/rules'
import { Button, ButtonLink } from '../button'
import { FileField, InputField, SelectField, TextareaField } from '../field'
import { Notice } from '../notice'
import { BlockPicture } from './block-picture'

export type CreativeFields = { description: string; link: string; image: string; rotation: string }

type Form = FormMetadata<CreativeFields, string[]>
type Fields = Required<{ [Name in keyof CreativeFields]: FieldMetadata<string, CreativeFields, string[]> }>

/** The form of one block: what it shows, and where a click leads. */
export function ManageForm({
	cell,
	block,
	form,
	fields,
	backHref,
}: {
	cell: number
	block: Block
	form: Form
	fields: Fields
	backHref: string
}) {
	const imageKey = block.creative?.imageKey ?? null
	return (
		<div
			className="grid gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-8"
			data-enhance="image-preview"
		>
			<div className="grid content-start gap-3">
				<BlockPicture
					cells={block.cells}
					src={imageKey ? fileUrl(imageKey) : null}
					label={imageKey ? 'The image as the grid shows it' : 'The block, without an image so far'}
					className="max-h-72 w-full border border-line bg-ground p-3"
				/>
				<p className="text-sm font-semibold first-letter:uppercase">{blockName(block)}</p>
				<p className="help">
					The image fills the shape of the block, {ratioOf(block)} (width to height); what does not fit is cut
					off at the edges.
				</p>
				{imageKey ? (
					<form method="post" action={managePath(cell)}>
						<Button variant="secondary" name="intent" value="delete-image">
							Delete Image
						</Button>
					</form>
				) : null}
			</div>
			<form
				id={form.id}
				method="post"
				action={managePath(cell)}
				encType="multipart/form-data"
				noValidate={form.noValidate}
				className="form content-start"
				data-enhance="submit-once"
			>
				<Differing block={block} />
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
					help="Opens in a new tab. Begins with https:// or http://."
				/>
				<FileField
					field={fields.image}
					label={imageKey ? 'Replace the image' : 'Image'}
					optional={imageKey !== null}
					accept={IMAGE_ACCEPT}
					typeMessage={FILE_MESSAGES.imageType}
					help="PNG, JPG, WebP, GIF or AVIF, at most 5MB. Suggested for a banner: 112 x 32 pixels; larger is sharper."
				/>
				<SelectField
					field={fields.rotation}
					label="Turn the image"
					help={imageKey ? 'Without a new image, the one that is there is turned.' : undefined}
				>
					<option value="0">Do not turn</option>
					<option value="90">90° clockwise</option>
					<option value="180">180°</option>
					<option value="270">90° anticlockwise</option>
				</SelectField>
				<div className="actions">
					<Button name="intent" value="upload" data-busy="Uploading…">
						Upload
					</Button>
					<ButtonLink variant="quiet" href={backHref} data-dialog-close>
						Cancel
					</ButtonLink>
				</div>
			</form>
		</div>
	)
}

function Differing({ block: { cells, differing } }: { block: Block }) {
	if (differing === 0) return null
	return (
		<Notice tone="warning">
			<p>
				{differing} of the {cells.length} pixels {differing === 1 ? 'does' : 'do'} not show this yet.
				Uploading puts image, description and link on all of them.
			</p>
		</Notice>
	)
}

/** "3:2", in lowest terms. One large pixel is 4:5. */
function ratioOf({ type, across, down }: Block): string {
	const [w, h] = type === 'large' ? [across * 4, down * 5] : [across, down]
	let [a, b] = [w, h]
	while (b > 0) [a, b] = [b, a % b]
	return `${w / a}:${h / a}`
}
