import type { Refused } from '~/domain/refusal'
import { forcedLine } from '~/domain/text'

/** The rule of the product for every file that a person sends: 5 MB. */
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
 * Why a file was not taken, for pages (`message`) and programs (`code`). `retryAfter`: seconds until it may be sent
 * again.
 */
export type FileRefusal = Refused<
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

/** `maxPixels`: what a file of its kind may have. */
export function tooManyPixels(maxPixels: number): string {
	const most = Math.floor(maxPixels / 1_000_000)
	return `This image has too many pixels. Please choose one of at most ${most} megapixels.`
}

/** Values for the `accept` attribute; hints to the browser's file chooser, nothing more. */
export const RECEIPT_ACCEPT = 'image/png,image/jpeg,application/pdf,.png,.jpg,.jpeg,.pdf'
export const IMAGE_ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** The picture of a person who has none. */
export const DEFAULT_PROFILE_IMAGE = '/images/profile.png'

const NAME_LENGTH = 80

/**
 * The name of an uploaded file as it may be shown: the last part of a path, without hidden, control or markup
 * characters, cut to 80 characters with its ending kept. It never becomes part of a path on the server.
 */
export function displayName(name: string, fallback: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? ''
	const clean = forcedLine(last.normalize('NFC').replace(/[\p{Cc}<>:"|?*]/gu, ''))
		.replace(/\s+/g, ' ')
		.replace(/^[. ]+|[. ]+$/g, '')
	if (!clean) return fallback
	const letters = [...clean]
	if (letters.length <= NAME_LENGTH) return clean
	const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? ''
	return `${letters.slice(0, NAME_LENGTH - ending.length - 1).join('')}…${ending}`
}

/**
 * The name under which a file is handed over: as it may be shown, with the ending of the type that was found in its
 * bytes. A name that says otherwise would be opened by another program, or run.
 */
export function downloadName(name: string, mime: string): string {
	const endings = ENDINGS[mime] ?? ['.bin']
	const shown = displayName(name, `file${endings[0]}`)
	if (endings.some(ending => shown.toLowerCase().endsWith(ending))) return shown
	const stem = shown.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
	return endings.some(ending => stem.toLowerCase().endsWith(ending)) ? stem : `${stem}${endings[0]}`
}

/** Endings that a name may have, the usual one first. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
	'application/pdf': ['.pdf'],
	'image/png': ['.png'],
	'image/jpeg': ['.jpg', '.jpeg'],
	'image/webp': ['.webp'],
}

/** The address of a stored file; who may see it is decided there. */
export function fileUrl(key: string): string {
	return `/files/${key}`
}

/** Longest edge of the small version that is stored beside every creative's image, in pixels. */
export const SMALL_EDGE = 320

/** Width and height of the small version of an image, in pixels. */
export function smallImageSize(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, SMALL_EDGE / Math.max(1, width, height))
	return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

/** The key of the small version that is stored beside every creative's image. */
export function smallImageKey(key: string): string {
	return key.replace(/\.webp$/, '.small.webp')
}

/** The inverse of {@link smallImageKey}; other keys are left as they are. */
export function masterImageKey(key: string): string {
	return key.replace(/\.small\.webp$/, '.webp')
}

/** The small version of a creative's image, for lists and tooltips. */
export function smallImageUrl(key: string): string {
	return fileUrl(smallImageKey(key))
}

/** An account's picture, or the default one. */
export function profileImageUrl(key: string | null): string {
	return key ? fileUrl(key) : DEFAULT_PROFILE_IMAGE
}

/**
 * `public`: anybody, for good, as the key changes with the content. `private`: this visitor, and no cache on the way.
 */
export type FileAccess = 'public' | 'private' | 'none'

/**
 * Tests access to a file: published creatives are public, everything else is for its account and administrators.
 * `published`: the public grid shows it now.
 */
export function mayOpen(
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
export function showsSandboxedPdf(userAgent: string): boolean {
	return /\b(Chrome|Chromium|HeadlessChrome|Firefox)\/\d/.test(userAgent)
}
