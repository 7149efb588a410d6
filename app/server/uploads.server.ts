import {
	MaxFileSizeExceededError,
	MaxFilesExceededError,
	MaxHeaderSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	parseFormData,
} from '@mjackson/form-data-parser'

const KB = 1024
const MB = 1024 * KB

/**
 * The most bytes that are read of one file. Above the rule of the product (5 MB), so that a file that is a little too large is
 * refused by a sentence beside its field, with everything else that was typed still there.
 */
export const FILE_HARD_LIMIT = 8 * MB
/** All text fields of a form together. */
const TEXT_LIMIT = 64 * KB
/** Enough for a selection of every cell and the other fields of a form. */
const MAX_PARTS = 1_300

const LIMIT_ERRORS = [
	MaxFileSizeExceededError,
	MaxFilesExceededError,
	MaxHeaderSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
]

/**
 * The fields of a form that may carry files; every action whose form has a file input reads it with this, after its guard.
 * At most `maxFiles` file inputs (empty ones count), {@link FILE_HARD_LIMIT} bytes each.
 * @throws Response 413 when a limit is exceeded, 400 when the body is malformed.
 */
export async function readUploadForm(
	request: Request,
	{ maxFiles }: { maxFiles: number },
): Promise<FormData> {
	const form = await parse(request, maxFiles)
	let textLength = 0
	for (const [name, value] of form) {
		textLength += name.length + (typeof value === 'string' ? value.length : 0)
	}
	if (textLength > TEXT_LIMIT) throw refuse(413, 'Content Too Large')
	return form
}

async function parse(request: Request, maxFiles: number): Promise<FormData> {
	try {
		return await parseFormData(inLowerCase(request), {
			maxFiles,
			maxFileSize: FILE_HARD_LIMIT,
			maxTotalSize: maxFiles * FILE_HARD_LIMIT + TEXT_LIMIT,
			maxParts: MAX_PARTS,
			maxHeaderSize: 4 * KB,
		})
	} catch (error) {
		await drain(request)
		const tooLarge = LIMIT_ERRORS.some(kind => error instanceof kind)
		throw tooLarge ? refuse(413, 'Content Too Large') : refuse(400, 'Bad Request')
	}
}

/* A connection that is closed on a browser which is still sending shows as an error of the network, not as our page. The length of
   the body was checked before, so there is an end to it. */
async function drain(request: Request): Promise<void> {
	if (!request.body || request.body.locked) return
	const reader = request.body.getReader()
	while (!(await reader.read().catch(() => ({ done: true }))).done);
}

/* Media types have no case, but the parser takes `Multipart/…` for something else, and reads it without limits. */
function inLowerCase(request: Request): Request {
	const type = request.headers.get('content-type') ?? ''
	const [media = '', ...parameters] = type.split(';')
	if (media === media.toLowerCase()) return request
	const headers = new Headers(request.headers)
	headers.set('content-type', [media.toLowerCase(), ...parameters].join(';'))
	return new Request(request, { headers })
}

const refuse = (status: number, statusText: string) => new Response(null, { status, statusText })

export type FileType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'pdf'

/** Media type and name ending of each kind of file that is ever stored or looked at. */
export const FILE_TYPES: Readonly<Record<FileType, { mime: string; extension: string }>> = {
	png: { mime: 'image/png', extension: 'png' },
	jpeg: { mime: 'image/jpeg', extension: 'jpg' },
	webp: { mime: 'image/webp', extension: 'webp' },
	gif: { mime: 'image/gif', extension: 'gif' },
	avif: { mime: 'image/avif', extension: 'avif' },
	pdf: { mime: 'application/pdf', extension: 'pdf' },
}

const SIGNATURES: readonly [FileType, RegExp][] = [
	['png', /^\x89PNG\r\n\cZ\n/],
	['jpeg', /^\xff\xd8\xff/],
	['webp', /^RIFF.{4}WEBPVP8[ LX]/s],
	['gif', /^GIF8[79]a/],
	['avif', /^.{4}ftypavi[fs]/s],
	['pdf', /^%PDF-[12]\.\d/],
]

/**
 * What a file is by its first bytes; its name and the type that the browser states are the sender's word and do not count.
 * Undefined for everything that is not taken, SVG and HTML among it. A file can be two things at once, so the answer says how
 * to read it, not that it is harmless: images are decoded and encoded anew, PDFs are never shown as part of a page.
 */
export function sniffFileType(bytes: Uint8Array): FileType | undefined {
	const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
	return SIGNATURES.find(([, signature]) => signature.test(head))?.[0]
}
