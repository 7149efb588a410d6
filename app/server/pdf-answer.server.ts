import { found } from './answers.server'

/** Answers with a PDF to look at, which no cache keeps. @throws a 404 when there is none. */
export function pdfAnswer(paper: { name: string; bytes: Buffer } | undefined): Response {
	const { name, bytes } = found(paper)
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
