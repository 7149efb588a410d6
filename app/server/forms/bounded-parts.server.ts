const KB = 1024
const MB = 1024 * KB

/**
 * Bytes kept of one part of a form: a little more than the product's limit of 5 MB and the headers of the part. Of a
 * larger file only the beginning is kept, which is still above 5 MB, so the form is shown again with an error beside
 * the field and its other input intact.
 */
export const PART_LIMIT = 5 * MB + 8 * KB
/** The headers of a part. */
export const HEADER_LIMIT = 4 * KB
/** How the parser distinguishes a file from a text. */
const IS_FILE = /\bfilename\*?=|application\/octet-stream/i
const END_OF_HEADERS = '\r\n\r\n'

/**
 * Passes a multipart body through, except for what exceeds `fileLimit` in a file or {@link PART_LIMIT} in another part.
 * `onProgress`: called with the number of bytes that have arrived.
 */
export function boundParts(
	boundary: string,
	fileLimit: number,
	onProgress: (bytes: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
	const mark = Buffer.from(`\r\n--${boundary}`)
	/** The headers of the part, until they are complete. */
	let headers: string | undefined = ''
	let room = PART_LIMIT
	/** The end of the last chunk, which may be the beginning of a boundary. */
	let held = Buffer.alloc(0)
	const takeFitting = (bytes: Buffer) => {
		const from = headers === undefined ? 0 : endOfHeaders(bytes)
		const kept = bytes.subarray(0, from + room)
		room -= kept.length - from
		return kept
	}
	/** Finds the start of the part's content in the next bytes. */
	const endOfHeaders = (bytes: Buffer) => {
		const text = headers + bytes.toString('latin1')
		const end = text.indexOf(END_OF_HEADERS)
		headers = end === -1 && text.length <= HEADER_LIMIT ? text : undefined
		if (end === -1) return bytes.length
		room = IS_FILE.test(text.slice(0, end)) ? fileLimit : PART_LIMIT
		return bytes.length - (text.length - end - END_OF_HEADERS.length)
	}
	const pass = (bytes: Buffer, out: TransformStreamDefaultController<Uint8Array>) => {
		if (bytes.length > 0) out.enqueue(bytes)
	}
	return new TransformStream({
		transform(chunk, out) {
			onProgress(chunk.length)
			const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
			const seam = Buffer.concat([held, view.subarray(0, mark.length - 1)])
			// The usual chunk, from within a file, is not copied.
			if (view.length >= mark.length && !view.includes(mark) && !seam.includes(mark)) {
				pass(takeFitting(held), out)
				pass(takeFitting(view.subarray(0, 1 - mark.length)), out)
				held = Buffer.from(view.subarray(1 - mark.length))
				return
			}
			const bytes = Buffer.concat([held, view])
			const kept: Buffer[] = []
			let from = 0
			for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, from)) {
				kept.push(takeFitting(bytes.subarray(from, at)), mark)
				from = at + mark.length
				headers = ''
				room = PART_LIMIT
			}
			const end = Math.max(from, bytes.length - mark.length + 1)
			kept.push(takeFitting(bytes.subarray(from, end)))
			// A copy, because a view would keep the whole chunk in memory.
			held = Buffer.from(bytes.subarray(end))
			pass(Buffer.concat(kept), out)
		},
		flush(out) {
			pass(takeFitting(held), out)
		},
	})
}
