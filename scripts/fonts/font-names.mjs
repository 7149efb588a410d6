/* Reads and changes the names in a TrueType font. The licence of our fonts does not allow modified copies to keep
   the reserved name. */

/**
 * @typedef {{ id: number, text: string }} Name as the OpenType specification numbers them: 0 copyright, 1 family, 4
 * full name, 6 PostScript name, 14 address of the licence.
 */

/** @param {Buffer} font */
function nameTable(font) {
	for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
		if (font.toString('latin1', at, at + 4) === 'name') return font.subarray(font.readUInt32BE(at + 8))
	}
	throw new Error('The font has no names')
}

/** @param {Buffer} table */
function readRecords(table) {
	const strings = table.subarray(table.readUInt16BE(4))
	return Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
		const record = table.subarray(6 + index * 12)
		const bytes = strings.subarray(record.readUInt16BE(10), record.readUInt16BE(10) + record.readUInt16BE(8))
		return {
			record,
			bytes,
			id: record.readUInt16BE(6),
			text: Buffer.from(bytes).swap16().toString('utf16le'),
		}
	})
}

/** @param {Buffer} font @returns {Name[]} */
export function readNames(font) {
	return readRecords(nameTable(font)).map(({ id, text }) => ({ id, text }))
}

/**
 * Gives a font another name wherever its own stands, but for the copyright; `to` may not be longer.
 * @param {Buffer} font changed in place
 * @param {string} from as people read it: "Playfair Display"
 * @param {string} to
 */
export function renameFont(font, from, to) {
	const inOneWord = (/** @type {string} */ name) => name.replaceAll(' ', '')
	for (const { record, bytes, id, text } of readRecords(nameTable(font))) {
		if (id === 0) continue
		const renamed = text.replaceAll(from, to).replaceAll(inOneWord(from), inOneWord(to))
		const written = Buffer.from(renamed, 'utf16le').swap16()
		if (written.length > bytes.length) throw new Error(`${to} is longer than ${from}`)
		written.copy(bytes)
		record.writeUInt16BE(written.length, 8)
	}
}
