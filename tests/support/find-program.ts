import { existsSync } from 'node:fs'
import path from 'node:path'

/** Returns the path of the first installed one of these programs; undefined if there is none. */
export function findProgram(...programs: readonly string[]): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter)
	return programs
		.flatMap(program => folders.map(folder => path.join(folder, program)))
		.find(file => existsSync(file))
}
