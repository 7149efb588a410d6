import { existsSync } from 'node:fs'
import path from 'node:path'

/** The path of the first installed one of these programs; undefined where none is. */
export function findProgram(...programs: readonly string[]): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter)
	return programs
		.flatMap(program => folders.map(folder => path.join(folder, program)))
		.find(file => existsSync(file))
}
