/* Reads one bank statement in a process of its own: see parse-in-worker.server.ts. */
import type { Mapping } from './columns'
import { type Statement, type UnknownFile, UnreadableStatement } from './entry'
import { readStatement } from './parse.server'

export type ReadingTask = { bytes: Uint8Array; mapping?: Mapping | undefined }
/** The answer of the process. `ok` false: why the file is refused. */
export type ReadingResult =
	| { ok: true; statement: Statement }
	| { ok: false; message: string; unknown?: UnknownFile | undefined }

process.once('message', task => {
	process.send?.(response(task as ReadingTask), undefined, {}, () => process.disconnect())
})

function response({ bytes, mapping }: ReadingTask): ReadingResult {
	try {
		return { ok: true, statement: readStatement(bytes, { mapping }) }
	} catch (error) {
		if (!(error instanceof UnreadableStatement)) throw error
		return { ok: false, message: error.message, unknown: error.unknown }
	}
}
