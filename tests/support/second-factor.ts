import { eq } from 'drizzle-orm'
import {
	confirmSecondFactor,
	startSecondFactor,
} from '~/domain/accounts/second-factor/second-factor.commands.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { codeAt } from './authenticator'
import { signInChanger } from './changer'

/** Sets two-factor authentication up, a minute before `now`. @returns the otpauth URL of the key, and the recovery codes. */
export async function setUpSecondFactor(
	account: { id: string; email: string },
	now: number,
): Promise<{ link: string; codes: string[] }> {
	const before = now - 60_000
	const caller = { now: before, address: 'test' }
	const changer = await signInChanger(account, before)
	await startSecondFactor(changer, '', caller)
	await write(tx => tx.delete(sessions).where(eq(sessions.id, changer.sessionId)))
	const view = await readSecondFactor(account, before)
	if (view.state !== 'setup') throw new Error(`Two-factor authentication is ${view.state}`)
	const confirmed = await confirmSecondFactor(account.id, codeAt(view.link, before), before)
	if (!confirmed.ok) throw new Error(confirmed.message)
	return { link: view.link, codes: confirmed.codes }
}
