import type { ReactNode } from 'react'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import type { Editing } from '~/domain/creatives/editing.server'
import type { ImageEditorProps } from '~/tools/image-editor/image-editor'
import { Button, ButtonLink } from '../button'
import { editorProps } from '../creatives/editor-props'
import { DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { FileField, plainField } from '../forms/field'
import { Avatar } from '../layout/avatar'

/** The own profile photo: a new one, or none. */
export function PhotoPage({
	area,
	src,
	hasPhoto,
	refused,
	editing,
	editor,
}: {
	area: 'user' | 'admin'
	src: string
	hasPhoto: boolean
	/** Why an image was not taken. */
	refused?: { message: string; title: string | undefined } | undefined
	editing: Editing
	/** Draws the image editor, which is a tool. */
	editor: (props: ImageEditorProps) => ReactNode
}) {
	const { held } = editing
	const settings = `/${area}/setting`
	return (
		<DialogPage title="Edit Profile Image" backHref={settings} narrow>
			<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
				<Avatar src={src} size={96} alt={hasPhoto ? 'Your profile image' : 'No profile image so far'} />
				{hasPhoto ? (
					<form method="post" encType="multipart/form-data">
						<Button variant="secondary" name="intent" value="delete">
							Delete image
						</Button>
					</form>
				) : null}
			</div>
			<network-check message={PROFILE_TEXT.photoNetwork} next={settings}>
				<form method="post" encType="multipart/form-data" className="form">
					{refused ? (
						<ErrorSummary
							items={[{ id: 'profile_image', text: refused.message }]}
							{...(refused.title ? { title: refused.title } : {})}
						/>
					) : null}
					<FileField
						field={plainField('profile_image', undefined, refused && [refused.message])}
						label="New image"
						help={
							held
								? `${held.name} is kept; choose another to replace it.`
								: 'JPEG or PNG, less than 5MB. It is shown in a circle; a square one fits best.'
						}
						accept="image/jpeg,image/png,.jpg,.jpeg,.png"
						typeMessage={PROFILE_TEXT.photoType}
						sizeMessage={PROFILE_TEXT.photoSize}
						required={held === null}
					/>
					{held ? <input type="hidden" name="held" value={held.key} /> : null}
					{editor(
						editorProps(
							editing,
							{
								cells: [],
								label: editing.picture ? 'Your new photo' : 'The circle of a photo, empty so far',
								fileName: 'profile_image',
								preview: { intent: 'preview', label: 'Preview' },
							},
							{
								rotation: plainField('rotation'),
								fit: plainField('fit'),
								position: plainField('position'),
								zoom: plainField('zoom'),
							},
						),
					)}
					<div className="actions">
						<Button name="intent" value="upload" busy="Uploading...">
							Save image
						</Button>
						<close-link>
							<ButtonLink variant="quiet" href={settings}>
								Cancel
							</ButtonLink>
						</close-link>
					</div>
				</form>
			</network-check>
		</DialogPage>
	)
}
