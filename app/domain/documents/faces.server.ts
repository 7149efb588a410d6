import sansCyrillic from '~/fonts/documents/sans-cyrillic.ttf?inline'
import sansCyrillicExtended from '~/fonts/documents/sans-cyrillic-ext.ttf?inline'
import sansGreek from '~/fonts/documents/sans-greek.ttf?inline'
import sansGreekExtended from '~/fonts/documents/sans-greek-ext.ttf?inline'
import sans from '~/fonts/documents/sans-latin.ttf?inline'
import sansExtended from '~/fonts/documents/sans-latin-ext.ttf?inline'
import semibold from '~/fonts/documents/sans-semibold-latin.ttf?inline'
import sansVietnamese from '~/fonts/documents/sans-vietnamese.ttf?inline'
import serifCyrillic from '~/fonts/documents/serif-cyrillic.ttf?inline'
import serif from '~/fonts/documents/serif-latin.ttf?inline'
import serifExtended from '~/fonts/documents/serif-latin-ext.ttf?inline'
import serifVietnamese from '~/fonts/documents/serif-vietnamese.ttf?inline'

/* The fonts of the documents, one file per script. They are bundled with the server's code, so no file can be missing. */

const files = {
	serif,
	serifExtended,
	serifVietnamese,
	serifCyrillic,
	sans,
	sansExtended,
	sansVietnamese,
	sansCyrillic,
	sansCyrillicExtended,
	sansGreek,
	sansGreekExtended,
	semibold,
}

export type FontFile = keyof typeof files

const FALLBACKS = [
	'sans',
	'sansExtended',
	'sansVietnamese',
	'sansCyrillic',
	'sansCyrillicExtended',
	'sansGreek',
	'sansGreekExtended',
] as const

/** For each face, the files to try for a character, best first. */
export const FACES = {
	serif: ['serif', 'serifExtended', 'serifVietnamese', 'serifCyrillic', ...FALLBACKS],
	sans: FALLBACKS,
	semibold: ['semibold', ...FALLBACKS],
} as const satisfies Record<string, readonly FontFile[]>

export type Face = keyof typeof FACES

/** Returns the TrueType files in the form that pdfkit expects. */
export function fontFiles(): [FontFile, Buffer][] {
	const names = Object.keys(files) as FontFile[]
	return names.map(name => [name, Buffer.from(files[name].slice(files[name].indexOf(',') + 1), 'base64')])
}
