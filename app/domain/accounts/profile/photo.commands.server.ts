import { and, eq, isNull } from 'drizzle-orm'
import { type Framing, GROUND, isPlain, PLAIN } from '~/domain/creatives/framing'
import {
	discard,
	type FileRule,
	imageRefusal,
	NOT_STORED,
	openFile,
	releaseFiles,
	type Sender,
	store,
} from '~/domain/files/commands.server'
import { type HeldImage, openHeld } from '~/domain/files/held.server'
import { displayName, type FileRefusal } from '~/domain/files/rules'
import { audit } from '~/server/db/audit.server'
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

/** Where the image comes from, a file or what is kept for the form, and how it is turned and framed in a square. */
type PhotoInput = {
	image: File | HeldImage
	rotation?: Rotation
	framing?: Framing
}

/** Makes an image the own profile photo: encoded anew, stored, then named; the former one is erased. On record. */
export async function changePhoto(
	{ image, rotation, framing = PLAIN }: PhotoInput,
	by: Sender,
): Promise<{ ok: true } | FileRefusal> {
	const opened = image instanceof File ? await openFile(image, PHOTO_RULE, by) : await openHeld(image, by)
	if (!opened.ok) return opened
	const frame = isPlain(framing) ? undefined : { ...framing, ratio: 1, ground: GROUND }
	const encoded = await encodeProfile({ ...opened, rotation, frame }, by)
	if (!encoded.ok) return imageRefusal(encoded)
	const { bytes, width, height } = encoded.image
	const key = newFileKey('profiles', 'webp')
	if (!(await store([[key, bytes]]))) return NOT_STORED
	const { accountId, now } = by
	const row = { key, kind: 'profile', mime: 'image/webp', bytes: bytes.length, width, height } as const
	await name(
		key,
		{ accountId, now },
		{ ...row, name: displayName(image.name, 'photo'), accountId, createdAt: now },
	)
	return { ok: true }
}

/** Takes the own profile photo away, on record. @returns whether there was one. */
export async function deletePhoto(by: { accountId: string; now: number }): Promise<boolean> {
	return (await name(null, by)) !== null
}

/* The bytes are durable before the row is. @returns the key of the former photo. */
async function name(
	key: string | null,
	{ accountId, now }: { accountId: string; now: number },
	row?: typeof files.$inferInsert,
): Promise<string | null> {
	const { former, released } = await write(async tx => {
		if (row) await tx.insert(files).values(row)
		const mine = and(eq(accounts.id, accountId), isNull(accounts.deletedAt))
		const [before] = await tx.select({ key: accounts.profileImageKey }).from(accounts).where(mine)
		if (!before) throw new Error('There is no account to change')
		if (key === before.key) return { former: before.key, released: [] }
		await tx.update(accounts).set({ profileImageKey: key }).where(mine)
		const action = key ? 'account.photo-change' : 'account.photo-delete'
		await audit(tx, { at: now, actorId: accountId, action, subjectType: 'account', subjectId: accountId })
		return { former: before.key, released: await releaseFiles(tx, before.key ? [before.key] : []) }
	})
	await discard(released)
	return former
}
