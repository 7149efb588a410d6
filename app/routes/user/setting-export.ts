import { exportAccount } from '~/domain/accounts/own-data/export.commands.server'
import { londonDay } from '~/domain/time'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/setting-export'

/** Exports the account's own data as a JSON file, streamed as it is read. */
export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const now = Date.now()
	const file = await exportAccount(account, now)
	if (!file.ok) throw await redirectWithFlash('/user/setting', { type: 'error', text: file.message })
	return new Response(toStream(file.pieces), {
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Content-Disposition': `attachment; filename="my-data-${londonDay(now)}.json"`,
			'Cache-Control': 'no-store',
		},
	})
}

/* Streams piece by piece, as fast as the browser reads. */
function toStream(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder()
	return new ReadableStream({
		async pull(out) {
			try {
				const { done, value } = await pieces.next()
				if (done) out.close()
				else out.enqueue(encoder.encode(value))
			} catch (error) {
				log.error({ err: error }, 'an export of personal data was interrupted')
				out.error(error)
			}
		},
		async cancel() {
			await pieces.return()
		},
	})
}
