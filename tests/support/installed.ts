import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where the first of these programs that is installed lies; undefined where none is. */
export function installed(...programs: readonly string[]): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter)
	return programs
		.flatMap(program => folders.map(folder => path.join(folder, program)))
		.find(file => existsSync(file))
}
