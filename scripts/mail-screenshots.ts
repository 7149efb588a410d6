/* Takes a screenshot of every email as a mail program shows it, into screens/emails: `npm run screens:emails`. The
   images of places are drawn from the sample data. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { sampleEmails } from '../tests/support/sample-emails'
import { root } from './built.mjs'
import { findChromium } from './chromium.mjs'

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-screens-'))
Object.assign(process.env, { DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
execFileSync('npx', ['tsx', 'scripts/fill-grid.ts', '93'], { cwd: root, stdio: 'inherit', env: process.env })
const { finishEmail } = await import('../app/domain/mail/finish-email.server')
const { closeDatabase } = await import('../app/server/db/db.server')

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
	const { html, images = [] } = await finishEmail({
		replyTo: null,
		...mail,
		id: mail.kind,
		to: 'ada@example.com',
		writtenAt: Date.now(),
	})
	const shown = images.reduce(
		(text, { cid, content }) =>
			text.replace(`cid:${cid}`, `data:image/jpeg;base64,${content.toString('base64')}`),
		html,
	)
	await page.setContent(shown)
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
await closeDatabase()
rmSync(dataDir, { recursive: true, force: true })
await writeFile(
	path.join(folder, 'README.md'),
	`# The emails\n\nDrawn by \`npm run screens:emails\` from the words in \`app/domain/mail\`.\n\n${lines.join('\n')}`,
)
