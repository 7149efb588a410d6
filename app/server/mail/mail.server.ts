import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { env } from '../ops/env.server'
import { log } from '../ops/log.server'

/**
 * An email to deliver. `id`: the id of its row in the outbox, from which its Message-ID is made; `writtenAt`: UTC ms.
 */
export type OutgoingEmail = {
	id: string
	kind: string
	to: string
	replyTo: string | null
	subject: string
	text: string
	html: string
	writtenAt: number
	/** Images that the HTML refers to by `cid`. */
	images?: { cid: string; filename: string; content: Buffer }[]
}

/**
 * Sends one email; resolves once the mail server has accepted it.
 * @throws Error that says why not.
 */
export type Deliver = (mail: OutgoingEmail) => Promise<void>

/* Timeouts of each step; together well below the worker's lease of an email. */
const TIMEOUTS = {
	dnsTimeout: 10_000,
	connectionTimeout: 10_000,
	greetingTimeout: 10_000,
	socketTimeout: 20_000,
}
const SAFETY = { disableFileAccess: true, disableUrlAccess: true }

/* A row gets the same Message-ID each time it is sent, so that a mail server can detect a duplicate. */
function message(mail: OutgoingEmail) {
	return {
		messageId: `<${mail.id}@${env.appUrl.hostname}>`,
		date: new Date(mail.writtenAt),
		from: env.mailFrom,
		to: { name: '', address: mail.to },
		...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		attachments: mail.images ?? [],
		headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
	}
}

/** Delivers to the SMTP server at `url`. */
export function smtpDelivery(url: string): Deliver {
	const transport = createTransport({ url, ...TIMEOUTS, ...SAFETY })
	return async mail => {
		await transport.sendMail(message(mail))
		log.info({ mail: mail.id, kind: mail.kind }, 'email sent')
	}
}

/**
 * Delivers into a folder: one .eml file per email, written atomically, with names that sort by time. An email that is
 * delivered again replaces its file.
 */
export function fileDelivery(folder: string): Deliver {
	const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...SAFETY })
	return async mail => {
		const { message: bytes } = await composer.sendMail(message(mail))
		const time = new Date(mail.writtenAt).toISOString().replace(/[:.]/g, '-')
		const recipient = mail.to.replace(/[^\w.@+-]/g, '_').slice(0, 80)
		const name = `${time}_${recipient}_${mail.id}.eml`
		const temporary = path.join(folder, `.${mail.id}.${randomBytes(4).toString('hex')}.tmp`)
		await mkdir(folder, { recursive: true, mode: 0o700 })
		try {
			await writeFile(temporary, bytes as Buffer, { flag: 'wx', mode: 0o600, flush: true })
			await rename(temporary, path.join(folder, name))
		} catch (error) {
			await rm(temporary, { force: true })
			throw error
		}
		log.info({ mail: mail.id, kind: mail.kind }, 'email written')
	}
}

/**
 * Connects and signs in to the mail server of SMTP_URL.
 * @throws Error with the server's answer.
 */
export async function checkMailServer(url: string): Promise<void> {
	const transport = createTransport({ url, ...TIMEOUTS, ...SAFETY })
	await transport.verify().finally(() => transport.close())
}

/** Delivers to SMTP_URL, or without it to files below DATA_DIR/mail. */
export function configuredDelivery(): Deliver {
	return env.SMTP_URL ? smtpDelivery(env.SMTP_URL) : fileDelivery(path.join(env.dataDir, 'mail'))
}
