import { brand } from '~/domain/brand'
import { forcedLine } from '~/domain/text'
import type { Mail } from '~/server/outbox.server'

/** One part of an email: a string is a paragraph. */
export type Part =
	| string
	| { code: string }
	| { button: string; url: string }
	| { facts: (readonly [name: string, value: string])[] }
	| { quote: string }

export type Email = {
	/** Ends in `-code` exactly when a part is a code: the outbox forgets such an email once it is sent. */
	kind: string
	subject: string
	/** Whom it greets; untrusted. Without a name, or with one that is no name, it greets nobody in particular. */
	to?: string | undefined
	parts: Part[]
	/** Where an answer goes when the reader presses "reply", if not to the house. */
	replyTo?: string
}

const WIDTH = 72
const CLOSING = 'Yours sincerely,'
const foot = () => `If anything is unclear, write to ${brand.supportEmail}.`

/** Sets an email in type: once as plain text, once as HTML with the same words. */
export function typeset(email: Email): Mail {
	const greeting = greet(email.to)
	return {
		kind: email.kind,
		subject: oneLine(email.subject),
		text: asText(greeting, email.parts),
		html: asHtml(oneLine(email.subject), greeting, email.parts),
		replyTo: email.replyTo ?? brand.supportEmail,
	}
}

/* * Anybody can have an email sent to anybody by typing a name and an address. A "name" that carries figures or an
   address of * the web is an advertisement, or a second code, so it is not printed. */
function greet(name: string | undefined): string {
	const plain = oneLine(name ?? '')
	const isName = plain.length > 0 && plain.length <= 60 && !/[\d/\\@<>:]|\.\S|www/i.test(plain)
	return isName ? `Dear ${plain},` : 'Good day,'
}

/**
 * Untrusted text on one line: nothing hidden, single spaces, and no encoded word, which mail programs would decode in a
 * subject.
 */
export function oneLine(text: string): string {
	return forcedLine(text).replaceAll('=?', '= ?').replace(/ +/g, ' ')
}

function asText(greeting: string, parts: Part[]): string {
	const body = parts.map(part => {
		if (typeof part === 'string') return wrap(part)
		if ('code' in part) return `    ${part.code}`
		if ('button' in part) return `${part.button}:\n${part.url}`
		if ('quote' in part) return quoted(part.quote)
		return columns(part.facts)
	})
	return `${[greeting, ...body, `${CLOSING}\n${brand.name}`, `-- \n${wrap(foot())}`].join('\n\n')}\n`
}

function quoted(text: string): string {
	return text
		.split(/\r\n|\r|\n/)
		.flatMap(line => wrap(oneLine(line), WIDTH - 2).split('\n'))
		.map(line => `> ${line}`.trimEnd())
		.join('\n')
}

function columns(facts: (readonly [string, string])[]): string {
	const indent = Math.max(...facts.map(([name]) => name.length)) + 2
	return facts
		.map(([name, value]) => {
			const lines = wrap(value, WIDTH - indent).split('\n')
			return (name.padEnd(indent) + lines.join(`\n${' '.repeat(indent)}`)).trimEnd()
		})
		.join('\n')
}

/** Breaks lines at spaces so that none is longer than `width`, but for words that are longer themselves. */
function wrap(text: string, width = WIDTH): string {
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
	return [...lines, line].join('\n')
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, character => entities[character] ?? '')
}

const SERIF = "font-family:Georgia,'Times New Roman',serif"
const SANS = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const PROSE = `margin:0 0 18px;${SANS};font-size:16px;line-height:26px;color:#16201b`

function asHtml(subject: string, greeting: string, parts: Part[]): string {
	const paragraph = (words: string) => `<p style="${PROSE}">${escapeHtml(words)}</p>`
	const body = parts.map(part => {
		if (typeof part === 'string') return paragraph(part)
		if ('code' in part) return codeHtml(part.code)
		if ('button' in part) return buttonHtml(part.button, part.url)
		if ('quote' in part) return quoteHtml(part.quote)
		return factsHtml(part.facts)
	})
	return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f6f1e6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f1e6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#fdfbf6;border:1px solid #e3dac8">
<tr><td align="center" style="padding:28px 24px 24px;background:#0f1814;border-bottom:2px solid #c9a961;${SERIF};font-size:26px;line-height:30px;letter-spacing:9px;color:#f6f1e6">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:40px 36px 30px">
<h1 style="margin:0 0 26px;${SERIF};font-size:25px;line-height:32px;font-weight:normal;color:#16201b">${escapeHtml(subject)}</h1>
${[paragraph(greeting), ...body].join('\n')}
<p style="${PROSE};margin:26px 0 0">${CLOSING}<br>
<span style="${SERIF};font-size:18px;letter-spacing:3px">${escapeHtml(brand.name)}</span></p>
</td></tr>
<tr><td style="padding:18px 36px 22px;border-top:1px solid #e3dac8;${SANS};font-size:13px;line-height:20px;color:#545e57">${escapeHtml(foot())}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function codeHtml(code: string): string {
	return `<p style="margin:0 0 18px;padding:16px 0;border-top:1px solid #e3dac8;border-bottom:1px solid #e3dac8;text-align:center;${SANS};font-size:34px;line-height:42px;font-weight:600;letter-spacing:10px;text-indent:10px;color:#16201b">${escapeHtml(code)}</p>`
}

function buttonHtml(label: string, url: string): string {
	return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 12px"><tr><td style="background:#c9a961"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 26px;${SANS};font-size:16px;line-height:20px;font-weight:600;color:#0b120f;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p style="${PROSE};font-size:13px;line-height:20px;color:#545e57;word-break:break-all">${escapeHtml(url)}</p>`
}

function factsHtml(facts: (readonly [string, string])[]): string {
	const cell = `padding:9px 0;border-top:1px solid #e3dac8;${SANS};font-size:15px;line-height:22px;vertical-align:top`
	const rows = facts.map(
		([name, value]) =>
			`<tr><td style="${cell};padding-right:20px;color:#545e57;white-space:nowrap">${escapeHtml(name)}</td><td align="right" style="${cell};color:#16201b">${escapeHtml(value)}</td></tr>`,
	)
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 22px;border-bottom:1px solid #e3dac8">${rows.join('')}</table>`
}

function quoteHtml(text: string): string {
	const lines = text.split(/\r\n|\r|\n/).map(line => escapeHtml(oneLine(line)))
	return `<blockquote style="${PROSE};padding:2px 0 2px 18px;border-left:2px solid #c9a961;overflow-wrap:anywhere">${lines.join('<br>\n')}</blockquote>`
}
