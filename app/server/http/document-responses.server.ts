import { requestContext } from './request-context.server'
import { orNotFound } from './responses.server'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Answers with a CSV download, streamed as it is read, until the session ends. `name` without extension; each line ends
 * in a line break. The byte order mark tells spreadsheets that it is UTF-8.
 */
export function csvResponse(name: string, lines: AsyncIterable<string>): Response {
	const encoder = new TextEncoder()
	const rest = lines[Symbol.asyncIterator]()
	const { hasSessionEnded } = requestContext() ?? {}
	const body = new ReadableStream<Uint8Array>({
		start: controller => controller.enqueue(encoder.encode(BYTE_ORDER_MARK)),
		async pull(controller) {
			if (await hasSessionEnded?.()) throw new Error('The session ended while its data was being read')
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

/**
 * Answers with a PDF to show in the browser, which no cache keeps.
 * @throws Response 404 when there is none.
 */
export function pdfResponse(paper: { name: string; bytes: Buffer } | undefined): Response {
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
