/* Takes a screenshot of every email as a mail program shows it, into screens/emails: `npm run screens:emails`. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { styleEmail } from '../app/domain/mail/style-email'
import { sampleEmails } from '../tests/support/sample-emails'
import { root } from './built.mjs'
import { findChromium } from './chromium.mjs'

const folder = path.join(root, 'screens/emails')
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 600, height: 400 }, javaScriptEnabled: false })
await mkdir(folder, { recursive: true })
const lines: string[] = []
/** Numbers the emails of a kind, as both sides of a loan get one. */
const drawn = new Map<string, number>()
for (const mail of sampleEmails('Ada Lovelace')) {
	await page.setContent(styleEmail(mail.html))
	const picture = await sharp(await page.screenshot({ fullPage: true }))
		.webp({ quality: 82, effort: 6 })
		.toBuffer()
	const nth = (drawn.get(mail.kind) ?? 0) + 1
	drawn.set(mail.kind, nth)
	const file = `${mail.kind}${nth > 1 ? `-${nth}` : ''}.webp`
	await writeFile(path.join(folder, file), picture)
	lines.push(`## ${mail.subject}\n\n![${mail.subject}](${file})\n`)
}
await browser.close()
await writeFile(
	path.join(folder, 'README.md'),
	`# The emails\n\nDrawn by \`npm run screens:emails\` from the words in \`app/domain/mail\`.\n\n${lines.join('\n')}`,
)
