import {
	MaxFileSizeExceededError,
	MaxFilesExceededError,
	MaxHeaderSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	parseFormData,
} from '@mjackson/form-data-parser'
import { fileTypeFromBuffer } from 'file-type'
import { data } from 'react-router'
import { badRequest } from './answers.server'

const KB = 1024
const MB = 1024 * KB

/**
 * The most bytes that a form with files may send, whatever is in them. Of what no form of ours takes nothing is kept,
 * so this bounds nothing but time, and Node ends a request after five minutes anyway. It is far above what is chosen by
 * mistake, a film say: the page of a refused form cannot be gone back to without sending it again, so only an answer
 * that draws the form keeps what was typed.
 */
export const UPLOAD_LIMIT = 1024 * MB
/**
 * The most bytes that are kept of one part of a form: a little more than the rule of the product (5 MB) and the part's
 * headers. Of a larger file only the beginning is kept, which is too large as well, so that a sentence beside its field
 * refuses it and everything else that was sent is still there.
 */
const PART_LIMIT = 5 * MB + 8 * KB
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
 * The fields of a form that may carry files; every action whose form has a file input reads it with this, after its
 * guard. At most `maxFiles` file inputs (empty ones count). Of a file above 5 MB comes a beginning that is above 5 MB.
 * `maxText`: bytes of all text fields together.
 * @throws 413 when a limit is exceeded, 400 when the body is malformed.
 */
export async function readUploadForm(
	request: Request,
	{ maxFiles, maxText = TEXT_LIMIT }: { maxFiles: number; maxText?: number },
): Promise<FormData> {
	const form = await parse(request, maxFiles, maxText)
	let textLength = 0
	for (const [name, value] of form) {
		textLength += name.length + (typeof value === 'string' ? value.length : 0)
	}
	if (textLength > maxText) throw tooLarge(request)
	return form
}

/** The file of a field. A browser sends an empty one without a name where none was chosen. */
export function chosenFile(form: FormData, name: string): File | undefined {
	const value = form.get(name)
	return value instanceof File && (value.name !== '' || value.size > 0) ? value : undefined
}

async function parse(request: Request, maxFiles: number, maxText: number): Promise<FormData> {
	const bounded = withBoundedParts(request)
	try {
		return await parseFormData(bounded, {
			maxFiles,
			maxFileSize: PART_LIMIT,
			maxTotalSize: maxFiles * PART_LIMIT + maxText,
			maxParts: MAX_PARTS,
			maxHeaderSize: 4 * KB,
		})
	} catch (error) {
		await drain(bounded)
		if (LIMIT_ERRORS.some(kind => error instanceof kind)) throw tooLarge(request)
		throw badRequest()
	}
}

/** What the page about a form that was too large knows of it: its address on this site, to begin anew. */
export type TooLarge = { form: string }

/** The refusal (413), to throw, of what was sent to the address of a form with files. */
export function tooLarge(request: Request) {
	const { pathname, search } = new URL(request.url)
	// An address that begins with two slashes would lead to another site.
	const form = pathname.replace(/^\/+/, '/') + search
	return data<TooLarge>({ form }, { status: 413, statusText: 'Content Too Large' })
}

/* A connection that is closed on a browser which is still sending shows as an error of the network, not as our page.
   The length of the body was checked before, so there is an end to it. */
async function drain(request: Request): Promise<void> {
	if (!request.body || request.body.locked) return
	const reader = request.body.getReader()
	while (!(await reader.read().catch(() => ({ done: true }))).done);
}

/* Media types have no case, but the parser takes `Multipart/…` for something else, and reads it without limits. */
function withBoundedParts(request: Request): Request {
	const type = request.headers.get('content-type') ?? ''
	const [media = '', ...parameters] = type.split(';')
	const headers = new Headers(request.headers)
	headers.set('content-type', [media.toLowerCase(), ...parameters].join(';'))
	// As the parser reads it: where the two disagreed, a boundary would be dropped with what is too much.
	const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(type) ?? []
	const boundary = quoted ?? plain
	const { method, body, signal } = request
	const bounded = body && boundary ? body.pipeThrough(boundParts(boundary)) : body
	const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: bounded, duplex: 'half' }
	return new Request(request.url, init)
}

/** Lets a multipart body through but for what is above {@link PART_LIMIT} in a part, and keeps nothing of that. */
function boundParts(boundary: string): TransformStream<Uint8Array, Uint8Array> {
	const mark = Buffer.from(`\r\n--${boundary}`)
	let room = PART_LIMIT
	/** The end of what came, which may be the beginning of a boundary. */
	let held = Buffer.alloc(0)
	const fitting = (bytes: Buffer) => {
		const kept = bytes.subarray(0, room)
		room -= kept.length
		return kept
	}
	return new TransformStream({
		transform(chunk, out) {
			const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
			if (room === 0 && view.length >= mark.length && !view.includes(mark)) {
				const seam = Buffer.concat([held, view.subarray(0, mark.length - 1)])
				if (!seam.includes(mark)) {
					held = Buffer.from(view.subarray(1 - mark.length))
					return
				}
			}
			const bytes = Buffer.concat([held, view])
			const kept: Buffer[] = []
			let from = 0
			for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, from)) {
				kept.push(fitting(bytes.subarray(from, at)), mark)
				from = at + mark.length
				room = PART_LIMIT
			}
			const end = Math.max(from, bytes.length - mark.length + 1)
			kept.push(fitting(bytes.subarray(from, end)))
			held = bytes.subarray(end)
			const passed = kept.length > 1 ? Buffer.concat(kept) : kept[0]
			if (passed?.length) out.enqueue(passed)
		},
		flush(out) {
			if (held.length > 0) out.enqueue(fitting(held))
		},
	})
}

/**
 * Status and headers of the page of a form whose file was refused: 503 while too much image work waits, 429 above what
 * an account may send in an hour, else 422. `retryAfter`: seconds.
 */
export function refusedFileInit({ code, retryAfter }: { code: string; retryAfter?: number }): ResponseInit {
	const status = code === 'busy' ? 503 : code === 'too-many' ? 429 : 422
	return { status, headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {} }
}

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

/** No signature that counts here is longer. Looking further would let a file choose how long it is looked at. */
const HEAD_BYTES = 16

/**
 * What a file is by its first bytes; its name and the type that the browser states are the sender's word and do not
 * count. Undefined for everything that is not taken, SVG and HTML among it. A file can be two things at once, so the
 * answer says how to read it, not that it is harmless: images are decoded and encoded anew, PDFs are never shown as
 * part of a page.
 */
export async function sniffFileType(bytes: Uint8Array): Promise<FileType | undefined> {
	// It throws where a signature leads beyond the end.
	const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined)
	return KNOWN_TYPES.find(type => FILE_TYPES[type].mime === found?.mime)
}

const KNOWN_TYPES = Object.keys(FILE_TYPES) as FileType[]
