import { data } from 'react-router'
import { changePhoto, deletePhoto, PHOTO_RULE } from '~/domain/accounts/profile/photo.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { TEXT } from '~/domain/accounts/rules'
import { readEditing } from '~/domain/creatives/editing.server'
import { heldOf, shownFraming } from '~/domain/creatives/schema'
import { findHeld, type HeldImage, holdImage, releaseHeld } from '~/domain/files/held.server'
import { profileImageUrl } from '~/domain/files/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { chosenFile, readUploadForm, refusedFileInit } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/answers.server'
import { ImageEditor } from '~/tools/image-editor/image-editor'
import { Island } from '~/tools/island'
import { pageTitle } from '~/ui/layout/page-meta'
import { PhotoPage } from '~/ui/setting/photo-page'
import type { Route } from './+types/setting-photo'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Edit profile image') }]

/** A photo is no block, and what is stored is cut already. */
const ABOUT = { imageKey: null, cells: [], viewer: { role: 'guest' }, now: 0 } as const

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const { id, role, profileImageKey } = await requireAccount(request)
	const carried = await restoredForm(request, id)
	const values = Object.fromEntries(carried?.fields ?? [])
	const held = await findHeld(heldOf(values), id)
	return {
		area: role,
		src: profileImageUrl(profileImageKey),
		hasPhoto: profileImageKey !== null,
		editing: await readEditing(ABOUT, { held, values }),
	}
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId, role } = await requireAccount(request)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1 })
	const done = (text: string) => redirectWithFlash(`/${role}/setting`, { type: 'success', text })
	const by = { accountId, now: Date.now(), signal: request.signal }
	const values = Object.fromEntries(form)
	const image = chosenFile(form, 'profile_image')
	const before = await findHeld(heldOf(values), accountId)
	const again = async (refused: Refused | undefined, held: HeldImage | undefined, init: ResponseInit) => {
		const shown = { accountId, held: held?.key, status: 200, error: {} }
		const toForm = refused ? undefined : await redirectToForm(request, form, shown)
		return toForm ?? data({ ...refused, editing: await readEditing(ABOUT, { held, values }) }, init)
	}
	if (busy) return await again({ message: busy.message, title: titleOf(busy) }, before, initOf(busy))
	switch (form.get('intent')) {
		case 'preview': {
			const kept = image && (await holdImage(image, PHOTO_RULE, by))
			if (kept?.ok) {
				await releaseHeld([before?.key], accountId)
				return await again(undefined, kept.image, {})
			}
			if (kept) return await again({ message: kept.message, title: titleOf(kept) }, before, initOf(kept))
			if (before) return await again(undefined, before, {})
			return await again({ message: PROFILE_TEXT.photoType, title: undefined }, undefined, { status: 400 })
		}
		case 'upload': {
			const chosen = image ?? before
			if (!chosen) {
				return await again({ message: PROFILE_TEXT.photoType, title: undefined }, undefined, { status: 400 })
			}
			const input = { image: chosen, ...shownFraming(values) }
			const outcome = await catchUnexpected(() => changePhoto(input, by), { message: TEXT.unexpected })
			if (outcome.ok) {
				await releaseHeld([before?.key], accountId)
				throw await done(PROFILE_TEXT.photoUpdated)
			}
			const { message } = outcome
			return await again({ message, title: titleOf(outcome) }, before, initOf(outcome))
		}
		case 'delete':
			await deletePhoto(by)
			throw await done(PROFILE_TEXT.photoDeleted)
		default:
			throw badRequest()
	}
}

type Refused = { message: string; title: string | undefined }
type Refusal = { code?: string; status?: number; retryAfter?: number }

/* A title for each status that the upload may have, 413 or 415. */
function titleOf({ code }: Refusal): string {
	if (code === 'too-large') return PROFILE_TEXT.photoTooLarge
	return code === 'type' ? PROFILE_TEXT.photoWrongType : PROFILE_TEXT.photoFailed
}

function initOf({ code, status, ...rest }: Refusal): ResponseInit {
	if (code === undefined) return { status: status ?? 500 }
	if (code === 'too-large') return { status: 413 }
	return code === 'type' ? { status: 415 } : refusedFileInit({ code, ...rest })
}

export default function EditPhoto({ loaderData, actionData }: Route.ComponentProps) {
	const { message, title } = { message: undefined, title: undefined, ...actionData }
	return (
		<PhotoPage
			{...loaderData}
			editing={actionData?.editing ?? loaderData.editing}
			refused={message === undefined ? undefined : { message, title }}
			editor={props => <Island name="image-editor" tool={ImageEditor} props={props} />}
		/>
	)
}
