import { brand } from '~/domain/brand'
import { describeCells } from '~/domain/grid/cell-names'
import { cellAt } from '~/domain/grid/layout'
import { formatIdRanges } from '~/domain/grid/selection/ranges'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { toOneLine } from '~/domain/text'
import type { Mail } from '~/server/mail/outbox.server'
import { DOCUMENT_START, PLACE_IMAGE } from './style-email'

/** `cells`: ids of the cells in the value, which are shown with their surroundings. */
export type Fact = readonly [name: string, value: string, cells?: readonly number[]]

/** Returns the fact that names the pixels of an email. */
export function pixelsFact(cells: readonly CellPosition[]): Fact {
	return ['Pixels', describeCells(cells), cells.flatMap(({ row, col }) => cellAt(row, col)?.id ?? [])]
}

/** One part of an email: a string is a paragraph. */
export type Part =
	| string
	| { code: string }
	| { button: string; url: string }
	/** Values are printed on one line. False: omitted. */
	| { facts: (Fact | false)[] }
	| { quote: string }
	/** Text written by a person, with its line breaks. */
	| { lines: string }

const WIDTH = 72
const CLOSING = 'Yours sincerely,'
const getFooter = () => `If anything is unclear, write to ${brand.supportEmail}.`

/**
 * Renders an email: as plain text, and as HTML with the same content in bare tags. `styleEmail` adds the styles when it
 * is sent, because they take six times the space.
 * @param kind ends in `-code` exactly when a part is a code: the outbox deletes such a text once it is sent.
 * @param to name for the greeting; untrusted. Without a valid name the greeting is neutral.
 * @param sections false and null are omitted.
 * @param replyTo address for replies, by default the operator's.
 */
export function renderEmail(
	kind: string,
	subject: string,
	to: string | null | undefined,
	sections: (Part | false | null)[],
	replyTo: string = brand.supportEmail,
): Mail {
	const greeting = getGreeting(to ?? '')
	const title = oneLine(subject)
	const parts = sections.filter(part => part !== false && part !== null)
	return {
		kind,
		subject: title,
		text: asText(greeting, parts),
		html: asHtml(title, greeting, parts),
		replyTo,
	}
}

/* Anybody can send an email to anybody by typing a name and an address. A "name" with digits or a web address is an
   advertisement, or a second code, so it is not printed. */
function getGreeting(name: string): string {
	const plain = oneLine(name)
	const isName = plain.length > 0 && plain.length <= 60 && !/[\d/\\@<>:]|[.。．｡]\S|www/i.test(plain)
	return isName ? `Dear ${plain},` : 'Good day,'
}

/**
 * Makes untrusted text one line: nothing hidden, single spaces, and no encoded word, which mail programs would decode
 * in a subject.
 */
export function oneLine(text: string): string {
	return toOneLine(text).replaceAll('=?', '= ?').replace(/ +/g, ' ')
}

function asText(greeting: string, parts: Part[]): string {
	const body = parts.map(part => {
		if (typeof part === 'string') return wrap(part).join('\n')
		if ('code' in part) return `    ${part.code}`
		if ('button' in part) return `${part.button}:\n${part.url}`
		if ('quote' in part) {
			return toLines(part.quote, WIDTH - 2)
				.map(line => `> ${line}`.trimEnd())
				.join('\n')
		}
		if ('lines' in part) return toLines(part.lines, WIDTH).join('\n')
		return columns(getFacts(part))
	})
	return `${[greeting, ...body, `${CLOSING}\n${brand.name}`, `-- \n${wrap(getFooter()).join('\n')}`].join('\n\n')}\n`
}

function toLines(text: string, width = Number.POSITIVE_INFINITY): string[] {
	return text.split(/\r\n|\r|\n/).flatMap(line => wrap(oneLine(line), width))
}

const getFacts = ({ facts }: { facts: (Fact | false)[] }) => facts.filter(fact => fact !== false)

function columns(facts: Fact[]): string {
	const indent = Math.max(...facts.map(([name]) => name.length)) + 2
	const lines = facts.map(([name, value]) =>
		(name.padEnd(indent) + wrap(oneLine(value), WIDTH - indent).join(`\n${' '.repeat(indent)}`)).trimEnd(),
	)
	return lines.join('\n')
}

/** Wraps a text at spaces into lines of at most `width`, except for longer words. */
function wrap(text: string, width = WIDTH): string[] {
	const lines: string[] = []
	let line = ''
	for (const word of text.split(' ')) {
		if (line && line.length + 1 + word.length > width) {
			lines.push(line)
			line = word
		} else {
			line = line ? `${line} ${word}` : word
		}
	}
	return [...lines, line]
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')

function asHtml(subject: string, greeting: string, parts: Part[]): string {
	const title = escapeHtml(subject)
	const name = escapeHtml(brand.name)
	const lines = [
		`${DOCUMENT_START}${title}</title>`,
		`<header>${name}</header>`,
		`<h1>${title}</h1>`,
		`<p>${escapeHtml(greeting)}</p>`,
		...parts.map(partAsHtml),
		`<address>${CLOSING}<br>`,
		`<b>${name}</b></address>`,
		`<footer>${escapeHtml(getFooter())}</footer>`,
	]
	return `${lines.join('\n')}\n`
}

function partAsHtml(part: Part): string {
	if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
	if ('code' in part) return `<h2>${escapeHtml(part.code)}</h2>`
	if ('button' in part) {
		const url = escapeHtml(part.url)
		return `<nav><a href="${url}">${escapeHtml(part.button)}</a></nav>\n<small>${url}</small>`
	}
	if ('quote' in part) return `<blockquote>${linesAsHtml(part.quote)}</blockquote>`
	if ('lines' in part) return `<p>${linesAsHtml(part.lines)}</p>`
	const facts = getFacts(part)
	const rows = facts.map(
		([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(oneLine(value))}</td></tr>`,
	)
	const cells = facts.flatMap(([, , ids = []]) => ids)
	// The image is rendered when the email is sent, from the grid at that time.
	const image =
		cells.length > 0
			? `<img src="cid:${PLACE_IMAGE}${formatIdRanges(cells)}" alt="The place among its neighbours">\n`
			: ''
	return `${image}<table>${rows.join('')}</table>`
}

function linesAsHtml(text: string): string {
	return toLines(text).map(escapeHtml).join('<br>\n')
}
