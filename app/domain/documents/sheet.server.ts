import type * as FontKit from 'fontkit'
import { brand } from '~/domain/brand'
import { PALETTE } from '~/domain/palette'
import { FACES, type Face, type FontFile, fontFiles } from './faces.server'

type Ink = { face: Face; size: number; colour?: string; spacing?: number }

type Placed = Ink & { x: number; y: number; width: number; align?: 'left' | 'center' | 'right' }

/** One page of a PDF. Coordinates are in points from its top left corner. */
export type Sheet = {
	doc: PDFKit.PDFDocument
	/** Draws a line of text under a structure tag, for screen readers. */
	line: (tag: 'H1' | 'H2' | 'P', text: string, placed: Placed) => void
	/**
	 * Draws text that breaks into lines.
	 * @returns where it ends, in points from the top.
	 */
	paragraph: (text: string, placed: Placed, tag?: 'H2' | 'P') => number
	/** Measures a line, in points. */
	measureWidth: (text: string, ink: Ink) => number
	/** Counts the lines of a paragraph. */
	countLines: (text: string, placed: Ink & { width: number }) => number
	/** Draws letters evenly around a point, from the top; part of a figure. Many letters are made smaller. */
	around: (text: string, ring: Ink & { x: number; y: number; radius: number }) => void
	/** Draws a figure with an alternative text. */
	figure: (alt: string, draw: () => void) => void
	/** Draws decoration that screen readers skip. */
	ornament: (draw: () => void) => void
	/** Tests whether the fonts have a glyph for each character. */
	canSet: (text: string) => boolean
}

export const INK = {
	text: PALETTE.ink,
	muted: '#5b625c',
	gold: '#9a7b33',
	line: PALETTE.sand,
	green: PALETTE.green,
}
/* Lining figures, as high as capitals. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'lnum']
const SET = { lineBreak: false, baseline: 'alphabetic', features: FEATURES } as const

export const PAPER = PALETTE.paper

/** Line height, in multiples of the font size. */
export const LEADING = 1.45

/**
 * Creates a PDF of one page, tagged, with its fonts embedded; `draw` fills it. The same input gives the same bytes:
 * `at` (UTC ms) is the only time in it.
 */
export async function makePdf(
	{ title, landscape, at }: { title: string; landscape: boolean; at: number },
	draw: (sheet: Sheet) => void,
): Promise<Buffer> {
	// Loaded on demand, because they take a fifth of a second.
	const [{ default: PDFDocument }, { create }] = await Promise.all([import('pdfkit'), import('fontkit')])
	openFonts ??= new Map(fontFiles().map(([name, bytes]) => [name, create(bytes)]))
	const date = new Date(at)
	const doc = new PDFDocument({
		size: 'A4',
		layout: landscape ? 'landscape' : 'portrait',
		margin: 0,
		pdfVersion: '1.7',
		lang: 'en-GB',
		tagged: true,
		displayTitle: true,
		info: { Title: title, Author: brand.name, CreationDate: date, ModDate: date },
	})
	for (const [name, bytes] of fontFiles()) doc.registerFont(name, bytes)
	const chunks: Buffer[] = []
	doc.on('data', (chunk: Buffer) => chunks.push(chunk))
	const ended = new Promise<Buffer>((resolve, reject) => {
		doc.once('end', () => resolve(Buffer.concat(chunks)))
		doc.once('error', reject)
	})
	const root = doc.struct('Document')
	doc.addStructure(root)
	draw(createSheet(doc, root))
	root.end()
	doc.end()
	return await ended
}

function createSheet(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement): Sheet {
	const getRuns = (text: string, face: Face) => splitRuns(text, FACES[face])

	function measureWidth(text: string, { face, size, spacing = 0 }: Ink): number {
		doc.fontSize(size)
		const widths = getRuns(text, face).map(run =>
			doc.font(run.file).widthOfString(run.text, { features: FEATURES }),
		)
		return widths.reduce((sum, width) => sum + width, 0) + [...text].length * spacing
	}

	function write(text: string, placed: Placed): void {
		const { face, size, colour = INK.text, spacing = 0, x, y, width, align = 'left' } = placed
		const taken = measureWidth(text, placed)
		const room = { left: 0, center: (width - taken) / 2, right: width - taken }[align]
		let at = x + room
		doc.fillColor(colour).fontSize(size)
		for (const run of getRuns(text, face)) {
			const options = { ...SET, characterSpacing: spacing }
			doc.font(run.file).text(run.text, at, y, options)
			at += doc.widthOfString(run.text, { features: FEATURES }) + [...run.text].length * spacing
		}
	}

	const add = (tag: string, draw: () => void, options: { alt?: string } = {}) => {
		root.add(doc.struct(tag, options, draw))
	}

	return {
		doc,
		line: (tag, text, placed) => add(tag, () => write(text, placed)),
		measureWidth,
		countLines: (text, placed) => breakLines(text, placed.width, part => measureWidth(part, placed)).length,
		paragraph(text, placed, tag = 'P') {
			const lines = breakLines(text, placed.width, part => measureWidth(part, placed))
			const leading = placed.size * LEADING
			add(tag, () => {
				for (const [index, one] of lines.entries()) write(one, { ...placed, y: placed.y + index * leading })
			})
			return placed.y + lines.length * leading
		},
		around(text, { x, y, radius, ...ink }) {
			const letters = [...text]
			const room = (2 * Math.PI * radius) / Math.max(1, letters.length)
			const size = Math.min(ink.size, room * 1.35)
			for (const [at, letter] of letters.entries()) {
				doc.save().rotate((at * 360) / letters.length, { origin: [x, y] })
				write(letter, { ...ink, size, x: x - room / 2, width: room, align: 'center', y: y - radius })
				doc.restore()
			}
		},
		figure: (alt, draw) => add('Figure', draw, { alt }),
		ornament(draw) {
			doc.markContent('Artifact', { type: 'Layout' })
			draw()
			doc.endMarkedContent()
		},
		canSet: text => getRuns(text, 'serif').every(run => run.isCovered),
	}
}

/* Opened separately, because pdfkit does not tell which characters a font has. */
let openFonts: Map<FontFile, ReturnType<typeof FontKit.create>> | undefined

function covers(file: FontFile, character: string): boolean {
	const font = openFonts?.get(file)
	return font !== undefined && 'hasGlyphForCodePoint' in font
		? font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
		: false
}

/** Splits text into runs of one font file each: the first file that has the character. */
function splitRuns(text: string, files: readonly FontFile[]) {
	const runs: { file: FontFile; text: string; isCovered: boolean }[] = []
	for (const character of text.normalize('NFC')) {
		const found = files.find(file => covers(file, character))
		const file = found ?? files[0] ?? 'sans'
		const last = runs.at(-1)
		if (last?.file === file && last.isCovered === (found !== undefined)) last.text += character
		else runs.push({ file, text: character, isCovered: found !== undefined })
	}
	return runs
}

/* Breaks a word that is longer than a line. */
function pieces(word: string, width: number, measure: (text: string) => number): string[] {
	if (measure(word) <= width) return [word]
	const found = ['']
	for (const character of word) {
		const last = found.at(-1) ?? ''
		if (last === '' || measure(last + character) <= width) found[found.length - 1] = last + character
		else found.push(character)
	}
	return found
}

function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
	const lines: string[] = []
	for (const word of text.split(' ')) {
		const last = lines.at(-1)
		if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
		else lines.push(...pieces(word, width, measure))
	}
	return lines
}
