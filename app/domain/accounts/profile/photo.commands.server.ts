import { eq } from 'drizzle-orm'
import { findAccountById } from '~/domain/accounts/queries.server'
import { BACKGROUND, DEFAULT_FRAMING, type Framing } from '~/domain/creatives/framing'
import {
	type FileRule,
	NOT_STORED,
	openFile,
	refuseImage,
	releaseFiles,
	type Sender,
	storeFiles,
} from '~/domain/files/commands.server'
import { type FormImage, openFormImage } from '~/domain/files/form-image.server'
import { type FileRefusal, formatFileName } from '~/domain/files/rules'
import { auditAccount } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { accounts, files } from '~/server/db/schema.server'
import { newFileKey } from '~/server/files/storage.server'
import { encodeProfile, type Rotation } from '~/server/images/images.server'
import { PROFILE_TEXT } from './profile-rules'

export const PHOTO_RULE: FileRule = {
	accept: ['jpeg', 'png'],
	type: PROFILE_TEXT.photoType,
	tooLarge: PROFILE_TEXT.photoSize,
}

type PhotoInput = { image: File | FormImage; rotation?: Rotation; framing?: Framing }

/**
 * Sets one's own profile photo, cropped to a square, and records it: encodes and stores the new image before naming it,
 * and erases the former one.
 */
export async function changePhoto(
	{ image, rotation, framing = DEFAULT_FRAMING }: PhotoInput,
	by: Sender,
): Promise<{ ok: true } | FileRefusal> {
	const opened =
		image instanceof File ? await openFile(image, PHOTO_RULE, by) : await openFormImage(image, by)
	if (!opened.ok) return opened
	const frame = { ...framing, ratio: 1, ground: BACKGROUND }
	const encoded = await encodeProfile({ ...opened, rotation, frame }, by)
	if (!encoded.ok) return refuseImage(encoded)
	const { bytes, width, height } = encoded.image
	const key = newFileKey('profiles', 'webp')
	if (!(await storeFiles([[key, bytes]]))) return NOT_STORED
	const row = { key, mime: 'image/webp', bytes: bytes.length, width, height }
	await setPhoto(by, { ...row, name: formatFileName(image.name, 'photo') })
	return { ok: true }
}

/** Deletes one's own profile photo and records it. */
export async function deletePhoto(by: { accountId: string; now: number }): Promise<void> {
	await setPhoto(by, null)
}

/* The bytes are durable before the row names them. */
async function setPhoto(
	{ accountId, now }: { accountId: string; now: number },
	file: Omit<typeof files.$inferInsert, 'kind' | 'accountId' | 'createdAt'> | null,
): Promise<void> {
	await write(async tx => {
		if (file) await tx.insert(files).values({ ...file, kind: 'profile', accountId, createdAt: now })
		const account = await findAccountById(tx, accountId)
		if (!account) throw new Error('There is no account to change')
		const former = account.profileImageKey
		if (!file && !former) return
		const change = { profileImageKey: file?.key ?? null }
		await tx.update(accounts).set(change).where(eq(accounts.id, accountId))
		await auditAccount(tx, accountId, file ? 'account.photo-change' : 'account.photo-delete', now)
		await releaseFiles(tx, [former])
	})
}
