import { and, eq, isNull } from 'drizzle-orm'
import type { TooMany } from '~/domain/limits.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { auditAccount } from '~/server/db/audit.server'
import { db, write } from '~/server/db/db.server'
import { accounts, sessions } from '~/server/db/schema.server'
import { countRecoveryCodes, findSecondFactor } from '../second-factor/second-factor.server'
import { countAttemptIn } from '../sign-in/limits.server'
import { buildExportLists, PAGE } from './export.queries.server'

type Reader = Pick<SessionAccount, 'id' | 'sessionId'>
/** A JSON file as pieces of text, read on demand. */
export type DataFile = { ok: true; pieces: AsyncGenerator<string, void> }

/**
 * Exports everything stored about one's own account as JSON, and records it. Keeps one page of data in memory, and
 * checks the account and its session before each page: a download stops when either ends.
 */
export async function exportAccount(reader: Reader, now: number): Promise<DataFile | TooMany> {
	const tooMany = await write(async tx => {
		const refused = await countAttemptIn(tx, 'exportsPerAccount', reader.id, now)
		if (refused) return refused
		await auditAccount(tx, reader.id, 'account.export', now)
		return undefined
	})
	return tooMany ?? { ok: true, pieces: writePieces(reader, now) }
}

async function* writePieces(reader: Reader, now: number): AsyncGenerator<string, void> {
	const account = await readOpen(reader)
	yield `{\n"exportedAt": ${toJson(new Date(now).toISOString())},\n"account": ${toJson(await readFacts(account))}`
	for (const [name, read] of Object.entries(buildExportLists(account))) {
		yield `,\n${toJson(name)}: [`
		let separator = '\n'
		for (let page = 0; ; page++) {
			await readOpen(reader)
			const rows = await read(page)
			if (rows.length > 0) yield separator + rows.map(toJson).join(',\n')
			separator = ',\n'
			if (rows.length < PAGE) break
		}
		yield '\n]'
	}
	yield '\n}\n'
}

async function readOpen({ id, sessionId }: Reader): Promise<typeof accounts.$inferSelect> {
	const [row] = await db
		.select({ account: accounts })
		.from(accounts)
		.innerJoin(sessions, and(eq(sessions.accountId, accounts.id), eq(sessions.id, sessionId)))
		.where(and(eq(accounts.id, id), isNull(accounts.deletedAt)))
	if (!row) throw new Error('The session ended while its data was being read')
	return row.account
}

async function readFacts(account: typeof accounts.$inferSelect) {
	const { id, email, fullName, phone, role, createdAt, profileImageKey, isNamePublic } = account
	const factor = await findSecondFactor(db, id)
	return {
		id,
		email,
		fullName,
		phone,
		role,
		createdAt,
		profileImageKey,
		isNamePublic,
		hasPassword: account.passwordHash !== null,
		signsInWithGoogle: account.googleSubject !== null,
		secondFactorSince: factor?.confirmedAt ?? null,
		recoveryCodesLeft: await countRecoveryCodes(db, id),
	}
}

const TIMES = /(At|Since|Until)$|^(at|since|until|till)$/

/** JSON on one line, with times in ISO format. */
function toJson(value: unknown): string {
	return JSON.stringify(value, (name, part: unknown) =>
		typeof part === 'number' && TIMES.test(name) ? new Date(part).toISOString() : part,
	)
}
