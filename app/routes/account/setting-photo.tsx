import { data } from 'react-router'
import { changePhoto, deletePhoto, PHOTO_RULE } from '~/domain/accounts/profile/photo.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { readImageForm } from '~/domain/creatives/image-form.server'
import { readFormImageKey, shownFraming } from '~/domain/creatives/schema'
import {
	type FormImage,
	findFormImage,
	releaseFormImages,
	storeFormImage,
} from '~/domain/files/form-image.server'
import { profileImageUrl } from '~/domain/files/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, type FormRefusal, refusalInit } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/responses.server'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { Button } from '~/ui/button'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { FileField, plainField } from '~/ui/forms/field'
import { Avatar } from '~/ui/layout/avatar'
import type { Route } from './+types/setting-photo'

/** A photo belongs to no block, and the stored one is already cropped. */
const ABOUT = { imageKey: null, cells: [], viewer: { role: 'guest' }, now: 0 } as const

export const handle = { acceptsFiles: true }

export async function loader({ request }: Route.LoaderArgs) {
	const { id, role, profileImageKey } = await requireAccount(request)
	const restored = await restoredForm(request, id)
	const values = Object.fromEntries(restored?.fields ?? [])
	const held = await findFormImage(readFormImageKey(values), id)
	return {
		area: role,
		src: profileImageUrl(profileImageKey),
		hasPhoto: profileImageKey !== null,
		editing: await readImageForm(ABOUT, { held, values }),
	}
}

const NO_IMAGE: FormRefusal = { message: PROFILE_TEXT.photoType, code: 'missing' }

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role } = await requireAccount(request)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const settings = `/${role}/setting`
	const by = { accountId, now: Date.now(), signal: request.signal }
	const values = Object.fromEntries(form)
	const image = chosenFile(form, 'profile_image')
	const before = await findFormImage(readFormImageKey(values), accountId)
	const refuse = async (refusal: FormRefusal) => {
		const editing = await readImageForm(ABOUT, { held: before, values })
		return data(
			{ message: refusal.message, title: getTitle(refusal), editing },
			refusalInit({ status: STATUS[refusal.code ?? ''], ...refusal }),
		)
	}
	const preview = async (held: FormImage) => {
		const shown = { accountId, held: held.key, status: 200, error: {} }
		const toForm = await redirectToForm(request, form, shown)
		const editing = await readImageForm(ABOUT, { held, values })
		return toForm ?? data({ message: undefined, title: undefined, editing })
	}
	if (busy) return await refuse(busy)
	switch (form.get('intent')) {
		case 'preview': {
			if (!image) return before ? await preview(before) : await refuse(NO_IMAGE)
			const kept = await storeFormImage(image, PHOTO_RULE, by)
			if (!kept.ok) return await refuse(kept)
			await releaseFormImages([before?.key], accountId)
			return await preview(kept.image)
		}
		case 'upload': {
			const chosen = image ?? before
			if (!chosen) return await refuse(NO_IMAGE)
			const outcome = await catchUnexpected(() => changePhoto({ image: chosen, ...shownFraming(values) }, by))
			if (!outcome.ok) return await refuse(outcome)
			await releaseFormImages([before?.key], accountId)
			throw await redirectWithFlash(settings, PROFILE_TEXT.photoUpdated)
		}
		case 'delete':
			await deletePhoto(by)
			throw await redirectWithFlash(settings, PROFILE_TEXT.photoDeleted)
		default:
			throw badRequest()
	}
}

/* Returns the title for each status that the upload may have, 413 or 415. */
function getTitle({ code }: FormRefusal): string | undefined {
	if (code === 'missing') return undefined
	if (code === 'too-large') return PROFILE_TEXT.photoTooLarge
	return code === 'type' ? PROFILE_TEXT.photoWrongType : PROFILE_TEXT.photoFailed
}

const STATUS: Readonly<Record<string, number>> = { missing: 400, 'too-large': 413, type: 415 }

export default function EditPhoto({ loaderData, actionData }: Route.ComponentProps) {
	const { area, src, hasPhoto } = loaderData
	const editing = actionData?.editing ?? loaderData.editing
	const message = actionData?.message
	const { held, ...image } = editing
	const settings = `/${area}/setting`
	const editor = {
		...image,
		cells: [],
		label: image.picture ? 'Your new photo' : 'The circle of a photo, empty so far',
		fileId: 'profile_image',
	}
	return (
		<DialogPage title="Edit Profile Image" backHref={settings} narrow>
			{hasPhoto ? (
				<form
					method="post"
					encType="multipart/form-data"
					className="flex flex-wrap items-center gap-x-6 gap-y-3"
				>
					<Avatar src={src} size={96} alt="Your profile image" />
					<Button variant="secondary" name="intent" value="delete">
						Delete image
					</Button>
				</form>
			) : null}
			<network-check message={PROFILE_TEXT.photoNetwork} next={settings}>
				<form method="post" encType="multipart/form-data" className="form">
					{message ? (
						<ErrorSummary items={[{ id: 'profile_image', text: message }]} title={actionData?.title} />
					) : null}
					<Island name="image-editor" tool={ImageEditor} props={editor} />
					<FileField
						field={plainField('profile_image', undefined, message ? [message] : undefined)}
						label="New image"
						help={
							held
								? `${held.name} is kept; choose another to replace it.`
								: 'JPEG or PNG, less than 5 MB. It is shown in a circle; a square one fits best.'
						}
						accept="image/jpeg,image/png,.jpg,.jpeg,.png"
						typeMessage={PROFILE_TEXT.photoType}
						sizeMessage={PROFILE_TEXT.photoSize}
						required={held === null}
					/>
					{held ? <input type="hidden" name="held" value={held.key} /> : null}
					<div className="actions">
						<Button name="intent" value="upload" busy="Uploading...">
							Save image
						</Button>
						<CancelLink href={settings} variant="quiet" />
					</div>
				</form>
			</network-check>
		</DialogPage>
	)
}
