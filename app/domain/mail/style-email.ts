import { PALETTE } from '~/domain/palette'

/** The start of the stored HTML; emails stored by an earlier version are already styled. */
export const DOCUMENT_START = '<!doctype html>\n<title>'

/** The prefix of the image address in stored HTML, followed by the ids of the cells (`formatIdRanges`). */
export const PLACE_IMAGE = 'place-'

/* The text colours on light grounds in app.css. */
const [TEXT, MUTED] = ['#16201b', '#545e57']
const SERIF = "font-family:Georgia,'Times New Roman',serif"
const SANS = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const PROSE = `margin:0 0 18px;${SANS};font-size:16px;line-height:26px;color:${TEXT}`
const CELL = `padding:9px 0;border-top:1px solid ${PALETTE.sand};${SANS};font-size:15px;line-height:22px;vertical-align:top`
const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

const nav = (style: string) =>
	`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 12px"><tr><td style="${style}">`
const LATER_NAV = nav(`border:1px solid ${PALETTE.gold}`)

/* Styles that email clients support: tables, and inline styles on each tag. */
const LOOKS: Record<string, string> = {
	'<title>': `<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>`,
	'<header>': `</head>
<body style="margin:0;padding:0;background:${PALETTE.ivory}">
${TABLE} style="background:${PALETTE.ivory}">
<tr><td align="center" style="padding:32px 12px">
${TABLE} style="max-width:560px;background:${PALETTE.paper};border:1px solid ${PALETTE.sand}">
<tr><td align="center" style="padding:28px 24px 24px;background:${PALETTE.night};border-bottom:2px solid ${PALETTE.gold};${SERIF};font-size:26px;line-height:30px;letter-spacing:9px;color:${PALETTE.ivory}">`,
	'</header>': '</td></tr>',
	'<h1>': `<tr><td style="padding:40px 36px 30px">
<h1 style="margin:0 0 26px;${SERIF};font-size:25px;line-height:32px;font-weight:normal;color:${TEXT}">`,
	'<p>': `<p style="${PROSE}">`,
	'<h2>': `<p style="margin:0 0 18px;padding:16px 0;border-top:1px solid ${PALETTE.sand};border-bottom:1px solid ${PALETTE.sand};text-align:center;${SANS};font-size:34px;line-height:42px;font-weight:600;letter-spacing:10px;text-indent:10px;color:${TEXT}">`,
	'</h2>': '</p>',
	'<nav>': nav(`background:${PALETTE.gold}`),
	'</nav>': '</td></tr></table>',
	'<small>': `<p style="${PROSE};font-size:13px;line-height:20px;color:${MUTED};word-break:break-all">`,
	'</small>': '</p>',
	'<table>': `${TABLE} style="margin:4px 0 22px;border-bottom:1px solid ${PALETTE.sand}">`,
	'<th>': `<td style="${CELL};padding-right:20px;color:${MUTED};white-space:nowrap">`,
	'</th>': '</td>',
	'<td>': `<td align="right" style="${CELL};color:${TEXT}">`,
	'<blockquote>': `<blockquote style="${PROSE};padding:2px 0 2px 18px;border-left:2px solid ${PALETTE.gold};overflow-wrap:anywhere">`,
	'<address>': `<p style="${PROSE};margin:26px 0 0">`,
	'</address>': '</p>',
	'<b>': `<span style="${SERIF};font-size:18px;letter-spacing:3px">`,
	'</b>': '</span>',
	'<footer>': `</td></tr>
<tr><td style="padding:18px 36px 22px;border-top:1px solid ${PALETTE.sand};${SANS};font-size:13px;line-height:20px;color:${MUTED}">`,
	'</footer>': `</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`,
}
const BUTTON = `style="display:inline-block;padding:12px 26px;${SANS};font-size:16px;line-height:20px;font-weight:600;color:${PALETTE.ink};text-decoration:none"`

const IMAGE = `width="486" style="display:block;width:100%;height:auto;margin:4px 0 0;border:0;${SANS};font-size:13px;color:${MUTED}"`

/**
 * Adds the styles to the stored HTML of an email, whose first button alone is filled. Its text contains no literal
 * `<`. Any other HTML is returned unchanged.
 */
export function styleEmail(html: string): string {
	if (!html.startsWith(DOCUMENT_START)) return html
	let hasGold = false
	return html.replace(/<[^>]*>/g, tag => {
		if (tag === '<nav>' && hasGold) return LATER_NAV
		hasGold ||= tag === '<nav>'
		const style = tag.startsWith('<a ') ? BUTTON : tag.startsWith('<img ') ? IMAGE : undefined
		return style ? `${tag.slice(0, -1)} ${style}>` : (LOOKS[tag] ?? tag)
	})
}
