import type { Refusal } from '~/domain/refusal'
import { toOneLine } from '~/domain/text'

/** The limit for every file that a person sends: 5 MB. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Messages for refused files. */
export const FILE_MESSAGES = {
	tooLarge: 'File size must not exceed 5MB',
	receiptType: 'Only PNG, JPG, or PDF files are allowed',
	imageType: 'Only image files are allowed (PNG, JPG, WebP, GIF or AVIF)',
	empty: 'This file is empty. Please choose another one.',
	unreadable: 'This file is damaged and cannot be read. Please choose another one.',
	tooHeavy: 'This image takes too much to read. Please save it as a plain JPEG or PNG.',
	notStored: 'The file could not be stored. Nothing else is lost; please try again in a few minutes.',
	notRead: 'The image could not be fetched. Nothing else is lost; please try again in a few minutes.',
	tooMany: 'Many files came from your account in a short time.',
	busy: 'Too many images are being processed at the moment. Please send the file again in half a minute.',
	accountBusy:
		'Another image of yours is still being processed. Please send this one again in half a minute.',
	cancelled: 'The upload was interrupted.',
} as const

/**
 * Why a file was refused, for pages (`message`) and API clients (`code`). `retryAfter`: seconds until it may be sent
 * again.
 */
export type FileRefusal = Refusal<
	| 'empty'
	| 'too-large'
	| 'type'
	| 'unreadable'
	| 'too-many-pixels'
	| 'too-heavy'
	| 'not-stored'
	| 'not-read'
	| 'too-many'
	| 'busy'
	| 'cancelled'
>

/** Returns why an image is too large. `maxPixels`: the limit for a file of its type. */
export function tooManyPixels(maxPixels: number): string {
	const max = Math.floor(maxPixels / 1_000_000)
	return `This image has too many pixels. Please choose one of at most ${max} megapixels.`
}

/** Values for the `accept` attribute; only hints for the browser's file chooser. */
export const RECEIPT_ACCEPT = 'image/png,image/jpeg,application/pdf,.png,.jpg,.jpeg,.pdf'
export const IMAGE_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The picture of an account without a photo. */
export const DEFAULT_PROFILE_IMAGE = '/images/profile.png'

const NAME_LENGTH = 80

/**
 * Returns the display name of an uploaded file: the last part of a path, without hidden, control or markup characters,
 * truncated to 80 characters with its extension kept. It never becomes part of a path on the server.
 */
export function formatFileName(name: string, fallback: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? ''
	const clean = toOneLine(last.normalize('NFC').replace(/[\p{Cc}<>:"|?*]/gu, ''))
		.replace(/\s+/g, ' ')
		.replace(/^[. ]+|[. ]+$/g, '')
	if (!clean) return fallback
	const letters = [...clean]
	if (letters.length <= NAME_LENGTH) return clean
	const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? ''
	return `${letters.slice(0, NAME_LENGTH - ending.length - 1).join('')}…${ending}`
}

/**
 * Returns the download name of a file: the display name with the extension of the type found in its bytes. With another
 * extension it could be opened by a different program, or executed.
 */
export function downloadName(name: string, mime: string): string {
	const endings = ENDINGS[mime] ?? ['.bin']
	const shown = formatFileName(name, `file${endings[0]}`)
	if (endings.some(ending => shown.toLowerCase().endsWith(ending))) return shown
	const stem = shown.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
	return endings.some(ending => stem.toLowerCase().endsWith(ending)) ? stem : `${stem}${endings[0]}`
}

/** Valid extensions, the usual one first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
	'application/pdf': ['.pdf'],
	'image/png': ['.png'],
	'image/jpeg': ['.jpg', '.jpeg'],
	'image/webp': ['.webp'],
}

/** Returns the path of a stored file; its route decides who may see it. */
export function fileUrl(key: string): string {
	return `/files/${key}`
}

/** Longest edge in pixels of the small version stored with every creative's image. */
export const SMALL_EDGE = 320

/** Computes width and height in pixels of the small version of an image. */
export function smallImageSize(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, SMALL_EDGE / Math.max(1, width, height))
	return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

/** Returns the key of the small version of a creative's image. */
export function smallImageKey(key: string): string {
	return key.replace(/\.webp$/, '.small.webp')
}

/** Reverses {@link smallImageKey}; other keys are returned unchanged. */
export function masterImageKey(key: string): string {
	return key.replace(/\.small\.webp$/, '.webp')
}

/** Returns the path of the small version of a creative's image, for lists and tooltips. */
export function smallImageUrl(key: string): string {
	return fileUrl(smallImageKey(key))
}

/** Returns the path of an account's picture, or of the default one. */
export function profileImageUrl(key: string | null): string {
	return key ? fileUrl(key) : DEFAULT_PROFILE_IMAGE
}

/**
 * `public`: anybody, cached for good, because the key changes with the content. `private`: only this visitor, and no
 * shared cache.
 */
export type FileAccess = 'public' | 'private' | 'none'

/**
 * Tests access to a file: published creatives are public, everything else is for its account and administrators.
 * `published`: whether the public grid shows it now.
 */
export function canOpen(
	file: { kind: string; accountId: string | null },
	visitor: { id: string; role: 'user' | 'admin' } | undefined,
	published: boolean,
): FileAccess {
	if (published) return 'public'
	if (!visitor) return 'none'
	return visitor.role === 'admin' || visitor.id === file.accountId ? 'private' : 'none'
}

/**
 * Tests whether a browser shows a PDF in a sandbox. Safari, and every browser on iOS, shows an empty page, so there it
 * is a download.
 */
export function canShowPdf(userAgent: string): boolean {
	return /\b(Chrome|Chromium|HeadlessChrome|Firefox)\/\d/.test(userAgent)
}
