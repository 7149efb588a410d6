import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import { z } from 'zod'
import { db, write } from './db.server'
import { env } from './env.server'
import { memoizedForRequest, requestContext } from './request-context.server'
import { carriedForms } from './schema.server'

/* A form that arrives after its session has ended (docs/decisions/0070): the log-in page carries what was typed, sealed
   for the account that had it, and after the log-in its page is drawn with it. It is shown again, never acted upon. */

const HOUR_MS = 60 * 60 * 1000
/** How long a log-in page may lie open, and how long what was typed is shown again after the log-in. */
const SEALED_MS = 12 * HOUR_MS
const KEPT_MS = HOUR_MS
const KEPT_AT_MOST = 3
/** Two thirds of what a form without files may send, so that it fits beside the fields of the log-in. */
export const CARRIED_AT_MOST = 40 * 1024

type Field = [name: string, value: string]

const Carried = z.object({
	accountId: z.string(),
	path: z.string().regex(/^\/(user|admin)(\/[\x21-\x5b\x5d-\x7e]*)?$/i),
	fields: z.array(z.tuple([z.string(), z.string()])),
	hadFiles: z.boolean(),
	at: z.number(),
})
type Carried = z.infer<typeof Carried>

/** What must be typed or chosen anew: passwords, codes, keys, and what conform's own script would send. */
const NEVER = /password|otp|secret|token|_key$|^(digit|code|__intent__|__state__)$/i

/**
 * Seals the fields of a form for an account; `now` in UTC ms. Files, passwords and codes stay out.
 * @returns `sealed` null when it is too much to carry.
 */
export function sealForm(
	form: Iterable<[string, FormDataEntryValue]>,
	{ accountId, path, now }: { accountId: string; path: string; now: number },
): { sealed: string | null; hadFiles: boolean } {
	const fields: Field[] = []
	let hadFiles = false
	for (const [name, value] of form) {
		if (value instanceof File) hadFiles ||= value.size > 0
		else if (!NEVER.test(name)) fields.push([name, value])
	}
	const carried: Carried = { accountId, path, fields, hadFiles, at: now }
	const sealed = Buffer.from(JSON.stringify(carried)).toString('base64url')
	if (!Carried.safeParse(carried).success || sealed.length > CARRIED_AT_MOST)
		return { sealed: null, hadFiles }
	return { sealed: `${sealed}.${sign(sealed, env.sessionSecrets[0] ?? '')}`, hadFiles }
}

/** The sealed form, if this server sealed it within the last twelve hours. */
function openSealed(text: string, now: number): Carried | undefined {
	const [sealed = '', signature = ''] = text.split('.')
	const isOurs = env.sessionSecrets.some(secret => isEqual(sign(sealed, secret), signature))
	if (!isOurs) return undefined
	const carried = Carried.parse(JSON.parse(Buffer.from(sealed, 'base64url').toString()))
	return carried.at > now - SEALED_MS ? carried : undefined
}

function sign(sealed: string, secret: string): string {
	const key = createHmac('sha256', secret).update('carried-form').digest()
	return createHmac('sha256', key).update(sealed).digest('base64url')
}

function isEqual(a: string, b: string): boolean {
	return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/**
 * Keeps a sealed form for its page, and the newest three of an account. `for`: who has signed in, if that is known
 * already; another person's form is dropped.
 * @returns the kept form's id and its page, or why there is none.
 */
export async function keepForm(
	text: string,
	by: { for?: string; now: number },
): Promise<{ ok: true; id: string; path: string } | { ok: false; reason: 'not-ours' | 'another-person' }> {
	const carried = openSealed(text, by.now)
	if (!carried) return { ok: false, reason: 'not-ours' }
	const { accountId, path, fields, hadFiles } = carried
	if (by.for !== undefined && by.for !== accountId) return { ok: false, reason: 'another-person' }
	const id = randomUUID()
	await write(async tx => {
		await tx.delete(carriedForms).where(lt(carriedForms.createdAt, by.now - KEPT_MS))
		await tx.insert(carriedForms).values({ id, accountId, path, fields, hadFiles, createdAt: by.now })
		const own = await tx
			.select({ id: carriedForms.id })
			.from(carriedForms)
			.where(eq(carriedForms.accountId, accountId))
			.orderBy(desc(carriedForms.createdAt), desc(carriedForms.id))
		const older = own.slice(KEPT_AT_MOST).map(row => row.id)
		if (older.length > 0) await tx.delete(carriedForms).where(inArray(carriedForms.id, older))
	})
	return { ok: true, id, path: pathOf({ id, path }) }
}

function pathOf({ id, path }: { id: string; path: string }): string {
	const url = new URL(path, env.appUrl)
	url.searchParams.set('carried', id)
	return url.pathname + url.search
}

/**
 * The page of a form that was kept before it was known who would sign in; undefined for another person than its own.
 */
export async function keptFormPath(id: string, accountId: string): Promise<string | undefined> {
	const row = await findKept(id, accountId)
	return row && pathOf(row)
}

async function findKept(id: string, accountId: string) {
	const isFresh = gt(carriedForms.createdAt, Date.now() - KEPT_MS)
	const [row] = await db
		.select()
		.from(carriedForms)
		.where(and(eq(carriedForms.id, id), eq(carriedForms.accountId, accountId), isFresh))
	return row
}

/** A form that was carried over a log-in, for its page. */
export type CarriedForm = { fields: Field[]; hadFiles: boolean }

/**
 * The form that the page of this request shall show to an account, if one was carried there for it. Never while a form
 * is being answered: what that one says counts.
 */
export async function carriedForm(request: Request, accountId: string): Promise<CarriedForm | undefined> {
	const { searchParams, pathname } = new URL(request.url)
	const id = searchParams.get('carried')
	if (!id || requestContext()?.method !== 'GET') return undefined
	return await memoizedForRequest('carried-form', async () => {
		const row = await findKept(id, accountId)
		const isItsPage = row && new URL(row.path, env.appUrl).pathname === pathname
		return isItsPage ? { fields: row.fields, hadFiles: row.hadFiles } : undefined
	})
}
