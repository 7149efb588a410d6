import { orNotFound } from './answers.server'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * A file to keep, sent while it is read. `name` without its ending; the lines end in line breaks. The mark at the start
 * tells spreadsheets that it is UTF-8.
 */
export function csvAnswer(name: string, lines: AsyncIterable<string>): Response {
	const encoder = new TextEncoder()
	const rest = lines[Symbol.asyncIterator]()
	const body = new ReadableStream<Uint8Array>({
		start: controller => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
		async pull(controller) {
			const { done, value } = await rest.next()
			if (done) controller.close()
			else controller.enqueue(encoder.encode(value))
		},
		cancel: async () => void (await rest.return?.()),
	})
	return new Response(body, {
		headers: {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': `attachment; filename="${name}.csv"`,
			'Cache-Control': 'private, no-store',
		},
	})
}

/** Answers with a PDF to look at, which no cache keeps. @throws a 404 when there is none. */
export function pdfAnswer(paper: { name: string; bytes: Buffer } | undefined): Response {
	const { name, bytes } = orNotFound(paper)
	return new Response(new Uint8Array(bytes), {
		headers: {
			'Content-Type': 'application/pdf',
			'Content-Length': String(bytes.length),
			'Content-Disposition': `inline; filename="${name}"`,
			'Cache-Control': 'private, no-store',
			'Cross-Origin-Resource-Policy': 'same-origin',
		},
	})
}
