/* Draws every letter as a mail program shows it, into docs/mails: `npx tsx scripts/mail-pictures.ts`. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { sampleMails } from '../tests/support/sample-mails'
import { root } from './built.mjs'
import { findChromium } from './chromium.mjs'

const folder = path.join(root, 'docs/mails')
const executablePath = await findChromium()
const browser = await chromium.launch({
	...(executablePath ? { executablePath } : {}),
	args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 600, height: 400 }, javaScriptEnabled: false })
await mkdir(folder, { recursive: true })
const lines: string[] = []
for (const mail of sampleMails('Ada Lovelace')) {
	await page.setContent(mail.html)
	const picture = await sharp(await page.screenshot({ fullPage: true }))
		.webp({ quality: 82, effort: 6 })
		.toBuffer()
	await writeFile(path.join(folder, `${mail.kind}.webp`), picture)
	lines.push(`## ${mail.subject}\n\n![${mail.subject}](${mail.kind}.webp)\n`)
}
await browser.close()
await writeFile(
	path.join(folder, 'README.md'),
	`# The letters of the house\n\nDrawn by \`npx tsx scripts/mail-pictures.ts\` from the words in \`app/domain/mail\`.\n\n${lines.join('\n')}`,
)
