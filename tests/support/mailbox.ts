import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'

/** An email as its reader sees it. */
export type ReceivedMail = { file: string; to: string[]; subject: string; text: string; html: string }

/** Reads the emails that the running product wrote as .eml files (SMTP_URL unset), oldest first. */
export function mailbox(dataDir: string) {
	const folder = path.join(dataDir, 'mail')
	const parsed = new Map<string, ReceivedMail>()

	async function all(): Promise<ReceivedMail[]> {
		const names = await readdir(folder).catch(() => [])
		for (const file of names.sort()) {
			if (!file.endsWith('.eml') || parsed.has(file)) continue
			const mail = await PostalMime.parse(await readFile(path.join(folder, file)))
			if (!mail.to?.length) continue
			parsed.set(file, {
				file,
				to: mail.to.map(entry => (entry.address ?? '').toLowerCase()),
				subject: mail.subject ?? '',
				text: mail.text ?? '',
				html: mail.html ?? '',
			})
		}
		return [...parsed.values()].sort((a, b) => (a.file < b.file ? -1 : 1))
	}

	/**
	 * Returns the next email to `to` that was not returned before, whose subject contains or matches `subject`.
	 * @throws Error with the existing emails, after `patienceMs`.
	 */
	async function waitForMail(
		to: string,
		{ subject = '', patienceMs = 45_000 }: { subject?: string | RegExp; patienceMs?: number } = {},
	): Promise<ReceivedMail> {
		const deadline = Date.now() + patienceMs
		for (;;) {
			const mails = await all()
			const found = mails.find(
				mail =>
					!seen.has(mail.file) && mail.to.includes(to.toLowerCase()) && mail.subject.search(subject) >= 0,
			)
			if (found) {
				seen.add(found.file)
				return found
			}
			if (Date.now() > deadline) {
				const known = mails.map(mail => `${mail.to.join(', ')}: ${mail.subject}`).join('\n')
				throw new Error(`No new mail to ${to} about ${String(subject)}. There are:\n${known}`)
			}
			await pause(50)
		}
	}

	const seen = new Set<string>()
	return { all, waitForMail }
}

/** Returns the only run of six digits in an email's text. @throws Error unless there is exactly one. */
export function extractCode(mail: Pick<ReceivedMail, 'text'>): string {
	const codes = mail.text.match(/(?<!\d)\d{6}(?!\d)/g) ?? []
	const [code] = codes
	if (!code || codes.length > 1) throw new Error(`Expected one code in:\n${mail.text}`)
	return code
}
