import {
	MaxFileSizeExceededError,
	MaxFilesExceededError,
	MaxHeaderSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	parseFormData,
} from '@mjackson/form-data-parser'
import { data } from 'react-router'
import { addressBlock } from '../auth/address-block.server'
import { requestContext } from '../http/request-context.server'
import { badRequest, tryLater } from '../http/responses.server'
import { boundParts, HEADER_LIMIT, PART_LIMIT } from './bounded-parts.server'
import { readSpooled } from './spool.server'
import { admitUpload, type Reading } from './upload-admission.server'

const KB = 1024
const MB = 1024 * KB

/**
 * Bytes that a form with files may send. Parts above their own limit are dropped while they are read, so this only
 * limits how long we read. It is far above what anyone chooses by mistake, such as a film, because only an answer that
 * shows the form keeps its input.
 */
export const UPLOAD_LIMIT = 1024 * MB
/** Bytes of all text fields of a form together. */
const TEXT_LIMIT = 64 * KB
/**
 * A body must bring so many bytes in so many milliseconds (40 kbit/s), or its end. Two receipts of 5 MB then take 35
 * minutes at most, within the timeout of the server (server.js).
 */
const LEAST_PROGRESS = { bytes: 150_000, ms: 30_000 }
/** Enough for a selection of every cell and the other fields of a form. */
const MAX_PARTS = 1_300

const LIMIT_ERRORS = [
	MaxFileSizeExceededError,
	MaxFilesExceededError,
	MaxHeaderSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
]

/** Why the files of a form were not read. */
export const UPLOADS_BUSY = {
	ok: false,
	code: 'busy',
	status: 503,
	retryAfter: 5,
	message: 'We are busy just now. Please choose your file again and try again in a moment.',
} as const

/**
 * Reads a form that may carry files; every action whose form has a file input uses it, after its guard. At most
 * `maxFiles` file inputs (empty ones count). A file above 5 MB is truncated, to a size still above 5 MB. `maxText`:
 * bytes of all text fields together. `busy`: there was no room for its files in time (`upload-admission.server.ts`), so
 * only the text fields were read, for the page of the form to keep.
 * @throws 413 when a limit is exceeded, 400 when the body is malformed, 401 when the session ended meanwhile, 408 when
 * it brings less than 150 kB in 30 seconds, or is slow while others wait (`upload-admission.server.ts`).
 */
export async function readUploadForm(
	request: Request,
	{ maxFiles, maxText = TEXT_LIMIT }: { maxFiles: number; maxText?: number },
): Promise<{ form: FormData; busy: typeof UPLOADS_BUSY | undefined }> {
	const length = Number(request.headers.get('content-length'))
	if (!(await admit(request, Math.min(length, maxFiles * PART_LIMIT + maxText)))) {
		const form = await parse(request, { maxFiles, maxText, fileLimit: 0 })
		return { form, busy: [...form].some(([, value]) => isChosen(value)) ? UPLOADS_BUSY : undefined }
	}
	const form = await parse(request, { maxFiles, maxText, fileLimit: PART_LIMIT })
	let textLength = 0
	for (const [name, value] of form) {
		textLength += name.length + (typeof value === 'string' ? value.length : 0)
	}
	if (textLength > maxText) throw tooLarge(request)
	if (await requestContext()?.hasSessionEnded?.()) {
		throw new Response(null, { status: 401, statusText: 'Unauthorized' })
	}
	return { form, busy: undefined }
}

/**
 * Reads a form and drops the bytes of its files: a chosen file keeps its name and has no bytes. For senders who may not
 * send files.
 * @throws like {@link readUploadForm}, and 503 without room.
 */
export async function readTextFields(request: Request, maxFiles: number): Promise<FormData> {
	if (!(await admit(request, TEXT_LIMIT))) throw tryLater()
	return await parse(request, { maxFiles, maxText: TEXT_LIMIT, fileLimit: 0 })
}

/** Waits until this much of a body may be kept in memory; it counts until the answer to the request. */
async function admit(request: Request, bytes: number): Promise<boolean> {
	const context = requestContext()
	// Outside of a request there is nothing to admit.
	if (!context) return true
	const upload = { bytes, account: context.accountId, address: addressBlock(context.address) }
	const isAdmitted = await admitUpload(upload, request.signal)
	if (isAdmitted) context.upload = upload
	return isAdmitted
}

/** Returns the file of a field, if one was chosen: browsers send an empty file without a name otherwise. */
export function chosenFile(form: FormData, name: string): File | undefined {
	const value = form.get(name)
	return value !== null && isChosen(value) ? value : undefined
}

/** Tests whether a field is a chosen file. */
export function isChosen(value: FormDataEntryValue): value is File {
	return value instanceof File && (value.name !== '' || value.size > 0)
}

type Limits = { maxFiles: number; maxText: number; fileLimit: number }

async function parse(request: Request, { maxFiles, maxText, fileLimit }: Limits): Promise<FormData> {
	const progress = watchProgress()
	const upload = requestContext()?.upload
	if (upload) upload.reading = progress
	try {
		const body = boundBody(request, fileLimit, progress)
		const read = (from: Body) =>
			parseFormData(withBody(request, from), {
				maxFiles,
				maxFileSize: PART_LIMIT,
				maxTotalSize: maxFiles * fileLimit + maxText,
				maxParts: MAX_PARTS,
				maxHeaderSize: HEADER_LIMIT,
			})
		return await (body && fileLimit > 0 ? readSpooled(body, read) : read(body))
	} catch (error) {
		if (progress.signal.aborted) throw new Response(null, { status: 408, statusText: 'Request Timeout' })
		if (LIMIT_ERRORS.some(kind => error instanceof kind)) throw tooLarge(request)
		throw badRequest()
	} finally {
		progress.end()
		delete upload?.reading
	}
}

/** Data of the page about a form that was too large: the address of the form, to start again. */
export type TooLarge = { form: string }

/** Creates the 413 to throw for a form with files that was too large. */
export function tooLarge(request: Request) {
	const { pathname, search } = new URL(request.url)
	// An address that begins with two slashes would lead to another site.
	const form = pathname.replace(/^\/+/, '/') + search
	return data<TooLarge>({ form }, { status: 413, statusText: 'Content Too Large' })
}

type Progress = Reading & { signal: AbortSignal; onProgress: (bytes: number) => void }

/** Aborts a body that brings less than {@link LEAST_PROGRESS}; call `end` when it has been read. */
function watchProgress(): Progress & { end: () => void } {
	const reading = new AbortController()
	const timer = setTimeout(() => reading.abort(), LEAST_PROGRESS.ms)
	let arrived = 0
	const progress = {
		total: 0,
		since: performance.now(),
		stop: () => reading.abort(),
		signal: reading.signal,
		onProgress(bytes: number) {
			progress.total += bytes
			arrived += bytes
			if (arrived < LEAST_PROGRESS.bytes) return
			arrived = 0
			timer.refresh()
		},
		end() {
			clearTimeout(timer)
			reading.abort()
		},
	}
	return progress
}

/**
 * Reads and drops the rest of a body: a browser shows a page only after it has sent its form, and reports a connection
 * closed earlier as a network error. Closes a stalled connection.
 * @returns whether all of it arrived.
 */
export async function dropBody(body: ReadableStream<Uint8Array>): Promise<boolean> {
	const { signal, onProgress, end } = watchProgress()
	const nowhere = new WritableStream<Uint8Array>({ write: chunk => onProgress(chunk.length) })
	const isComplete = await body.pipeTo(nowhere, { signal, preventCancel: true }).then(
		() => true,
		() => false,
	)
	end()
	// Not awaited: a copy is cancelled only together with its original.
	if (!isComplete) body.cancel().catch(() => undefined)
	return isComplete
}

type Body = ReadableStream<Uint8Array> | null

function boundBody({ headers, body }: Request, fileLimit: number, { signal, onProgress }: Progress): Body {
	// Parsed like the parser does, because a boundary found in another place would be dropped with the excess.
	const type = headers.get('content-type') ?? ''
	const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(type) ?? []
	const boundary = quoted ?? plain
	if (!body || !boundary) return body
	return body.pipeThrough(boundParts(boundary, fileLimit, onProgress), { signal, preventCancel: true })
}

/* Media types ignore case, but the parser does not recognise `Multipart/…` and would read it without limits. */
function withBody(request: Request, body: Body): Request {
	const [media = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';')
	const headers = new Headers(request.headers)
	headers.set('content-type', [media.toLowerCase(), ...parameters].join(';'))
	const { method, signal } = request
	const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' }
	return new Request(request.url, { ...init, signal })
}
