/* Makes the small font files in app/fonts from the full ones of npm: `node scripts/fonts.mjs`. Titles get one weight of
   Playfair Display, text the weights 400 to 600 of Source Sans 3; both the characters that English needs there, without small
   capitals, fractions and the like. What is outside of them (names!) comes from the full files, which app/fonts.css names for
   the rest of Latin. */
import { readFile, writeFile } from 'node:fs/promises'
import subset from 'subset-font'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const forText = `${ascii}\u00a0£©·×–—‘’“”…`
const forTitles = `${ascii.replace(/["#$*+;<=>@[\\\]^_`{|}~]/g, '')}\u00a0£·–—‘’“”…`
const fonts = [
	{
		from: '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2',
		to: 'playfair-450.woff2',
		characters: forTitles,
		/** @type {Record<string, number | { min: number, max: number }>} */
		axes: { wght: 450 },
		keepFeatures: ['kern', 'lnum', 'tnum'],
	},
	{
		from: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
		to: 'source-sans-400-600.woff2',
		characters: forText,
		/** @type {Record<string, number | { min: number, max: number }>} */
		axes: { wght: { min: 400, max: 600 } },
		keepFeatures: ['kern', 'lnum', 'tnum'],
	},
]

for (const { from, to, characters, axes, keepFeatures } of fonts) {
	const full = await readFile(new URL(`../node_modules/${from}`, import.meta.url))
	const options = { targetFormat: /** @type {const} */ ('woff2'), variationAxes: axes, keepFeatures }
	const small = await subset(full, characters, options)
	await writeFile(new URL(`../app/fonts/${to}`, import.meta.url), small)
	console.log(`${to}: ${small.length} bytes`)
}
