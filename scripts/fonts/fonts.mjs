/* Creates the small font files in app/fonts from the full ones of npm: `node scripts/fonts/fonts.mjs`. Titles get
   one weight of Playfair Display, text the weights 400 to 600 of Source Sans 3, both with the characters of English
   only and without small capitals, fractions and the like. Other Latin characters, for example in names, come from
   the full files named in app/fonts.css. The licence reserves the names for unmodified copies, so ours have other
   names; its text is in the same folder. PDFs cannot embed those files, so they get the same weights as TrueType,
   one file per script, in app/fonts/documents. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subset from 'subset-font'
import { readNames, renameFont } from './font-names.mjs'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const forText = `${ascii}\u00a0£©·×–—‘’“”…`
const forTitles = `${ascii.replace(/["#$*+;<=>@[\\\]^_`{|}~]/g, '')}\u00a0£·–—‘’“”…`
const fonts = [
	{
		from: 'playfair-display',
		name: 'Playfair Display',
		ownName: 'Market Serif',
		to: 'market-serif-450',
		characters: forTitles,
		/** @type {Record<string, number | { min: number, max: number }>} */
		axes: { wght: 450 },
	},
	{
		from: 'source-sans-3',
		name: 'Source Sans 3',
		ownName: 'Market Sans',
		to: 'market-sans-400-600',
		characters: forText,
		/** @type {Record<string, number | { min: number, max: number }>} */
		axes: { wght: { min: 400, max: 600 } },
	},
]

const kept = { keepFeatures: ['kern', 'lnum', 'tnum'], preserveNameIds: [14] }

for (const { from, name, ownName, to, characters, axes } of fonts) {
	const home = new URL(`../../node_modules/@fontsource-variable/${from}/`, import.meta.url)
	const full = await readFile(new URL(`files/${from}-latin-wght-normal.woff2`, home))
	const small = await subset(full, characters, { ...kept, targetFormat: 'truetype', variationAxes: axes })
	renameFont(small, name, ownName)
	const packed = await subset(small, '', { ...kept, targetFormat: 'woff2', keepAllGlyphs: true })
	await writeFile(new URL(`../../app/fonts/${to}.woff2`, import.meta.url), packed)

	const copyright = readNames(small).find(({ id }) => id === 0)?.text
	const licence = await readFile(new URL('LICENSE', home), 'utf8')
	const terms = licence.slice(licence.indexOf('This Font Software is licensed'))
	const changes = `${ownName} is a subset of ${name}, renamed as the licence asks.`
	await writeFile(
		new URL(`../../app/fonts/${to}.OFL.txt`, import.meta.url),
		`${copyright}\n${changes}\n\n${terms}`,
	)
	console.log(`${to}.woff2: ${packed.length} bytes`)
}

/** @type {(from: number, to: number) => string} */
const range = (from, to) =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** @type {Record<string, string>} */
const scripts = {
	latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}\u0131\u0152\u0153–—‘’‚“”„†•…‰€−`,
	'latin-ext': `${range(0x100, 0x24f)}${range(0x1e00, 0x1eff)}`,
	vietnamese: `${range(0x102, 0x103)}${range(0x1a0, 0x1b0)}${range(0x300, 0x323)}${range(0x1ea0, 0x1ef9)}₫`,
	cyrillic: `${range(0x400, 0x45f)}${range(0x490, 0x491)}`,
	greek: range(0x370, 0x3ff),
	'greek-ext': range(0x1f00, 0x1fff),
	'cyrillic-ext': `${range(0x460, 0x4ff)}₴`,
}
const documentFonts = [
	{ ...fonts[0], to: 'serif', weight: 450, scripts: ['latin', 'latin-ext', 'vietnamese', 'cyrillic'] },
	{ ...fonts[1], to: 'sans', weight: 400, scripts: Object.keys(scripts) },
	{ ...fonts[1], to: 'sans-semibold', weight: 600, scripts: ['latin'] },
]
const documents = new URL('../../app/fonts/documents/', import.meta.url)
await mkdir(documents, { recursive: true })

for (const { from, name = '', ownName = '', to, weight, scripts: covered } of documentFonts) {
	for (const script of covered) {
		const file = `../../node_modules/@fontsource-variable/${from}/files/${from}-${script}-wght-normal.woff2`
		const full = await readFile(new URL(file, import.meta.url))
		const small = await subset(full, scripts[script] ?? '', {
			...kept,
			targetFormat: 'truetype',
			variationAxes: { wght: weight },
		})
		renameFont(small, name, ownName)
		await writeFile(new URL(`${to}-${script}.ttf`, documents), small)
		console.log(`${to}-${script}.ttf: ${small.length} bytes`)
	}
}
