/* Reads one bank statement in a process of its own, and ends: see reading.server.ts. */
import { UnreadableStatement } from './entry'
import { readStatement, type Statement } from './parse.server'

/** What the process answers. `ok` false: the file is not taken, and why. */
export type ReadingAnswer = { ok: true; statement: Statement } | { ok: false; message: string }

process.once('message', bytes => {
	process.send?.(answer(bytes as Uint8Array), undefined, {}, () => process.disconnect())
})

function answer(bytes: Uint8Array): ReadingAnswer {
	try {
		return { ok: true, statement: readStatement(bytes) }
	} catch (error) {
		if (error instanceof UnreadableStatement) return { ok: false, message: error.message }
		throw error
	}
}
