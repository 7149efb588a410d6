import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An email accepted by the test's SMTP server. */
export type AcceptedMail = { messageId: string; to: string; subject: string; text: string; replyTo: string }

/** The reply to a recipient: `refuse` permanently, `defer` temporarily, `hang` until `release` is called. */
export type Manner = 'accept' | 'refuse' | 'defer' | 'hang'

/** An SMTP server on 127.0.0.1 that stores accepted emails. `manner` decides per recipient. */
export async function startMailServer(port: number, manner: (recipient: string) => Manner = () => 'accept') {
	const accepted: AcceptedMail[] = []
	const hanging: (() => void)[] = []
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		logger: false,
		onRcptTo({ address }, _session, response) {
			const how = manner(address)
			if (how === 'accept') response()
			if (how === 'hang') hanging.push(() => response())
			if (how === 'refuse') response(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
			if (how === 'defer') response(Object.assign(new Error('Try again later'), { responseCode: 450 }))
		},
		async onData(stream, session, response) {
			const chunks: Buffer[] = []
			try {
				for await (const chunk of stream) chunks.push(chunk)
			} catch {
				return // The sender disconnected during the email.
			}
			const mail = await PostalMime.parse(Buffer.concat(chunks))
			accepted.push({
				messageId: mail.messageId ?? '',
				to: session.envelope.rcptTo.map(recipient => recipient.address).join(', '),
				subject: mail.subject ?? '',
				text: mail.text ?? '',
				replyTo: mail.replyTo?.[0]?.address ?? '',
			})
			response()
		},
	})
	server.on('error', () => undefined)
	server.listen(port, '127.0.0.1')
	await once(server.server, 'listening')
	return {
		accepted,
		/** The number of recipients without a reply. */
		hangingOn: () => hanging.length,
		/** Replies to the recipients that were hanging. */
		release() {
			for (const go of hanging.splice(0)) go()
		},
		stop: () => new Promise<void>(resolve => server.close(() => resolve())),
	}
}
