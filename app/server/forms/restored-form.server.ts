import { randomUUID } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import { and, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import { redirect } from 'react-router'
import { z } from 'zod'
import { seal, unseal } from '../auth/secret-box.server'
import { db, write } from '../db/db.server'
import { restoredForms } from '../db/schema.server'
import { memoizedForRequest, requestContext } from '../http/request-context.server'
import { env } from '../ops/env.server'
import { isChosen } from './uploads.server'

/* Restores a form that arrives after its session has ended (docs/decisions/0070): the log-in page carries the input,
   sealed for its account, and the form shows it after sign-in. Forms answered by a redirect to their page use the same
   storage. Restored input is shown, never acted upon. */

/** How long a log-in page may stay open, and how long restored input is kept after sign-in. */
const SEALED_MS = 12 * 60 * 60 * 1000
/* After it, retention deletes the row (`RETENTION_MS`). */
const RESTORABLE_MS = 60 * 60 * 1000
const MAX_KEPT = 3
/** Two thirds of the limit of a form without files, so that it fits beside the fields of the log-in form. */
export const MAX_SEALED_LENGTH = 40 * 1024

type Field = [name: string, value: string]

const SealedForm = z.object({
	accountId: z.string(),
	path: z.string().regex(/^\/(user|admin)(\/[\x21-\x5b\x5d-\x7e]*)?$/i),
	fields: z.array(z.tuple([z.string(), z.string()])),
	hadFiles: z.boolean(),
	at: z.number(),
})
type SealedForm = z.infer<typeof SealedForm>

const SEAL_CONTEXT = 'unsent-form'

/** Fields that are never restored: passwords, codes, keys, and those of conform's own script. */
const NEVER = /password|otp|secret|token|_key$|^(digit|code|__intent__|__state__)$/i

/**
 * Seals the fields of a form for an account, without files, passwords and codes; `now` in UTC ms.
 * @returns `sealed` null when it is too large.
 */
export function sealForm(
	form: Iterable<[string, FormDataEntryValue]>,
	{ accountId, path, now }: { accountId: string; path: string; now: number },
): { sealed: string | null; hadFiles: boolean } {
	const fields: Field[] = []
	let hadFiles = false
	for (const [name, value] of form) {
		if (value instanceof File) hadFiles ||= isChosen(value)
		else if (!NEVER.test(name)) fields.push([name, value])
	}
	const sealedForm: SealedForm = { accountId, path, fields, hadFiles, at: now }
	const sealed = seal(JSON.stringify(sealedForm), SEAL_CONTEXT)
	const isFit = SealedForm.safeParse(sealedForm).success && sealed.length <= MAX_SEALED_LENGTH
	return { sealed: isFit ? sealed : null, hadFiles }
}

/** Opens a sealed form, if this server sealed it within the last twelve hours. */
function openSealed(text: string, now: number): SealedForm | undefined {
	const opened = unseal(text, SEAL_CONTEXT)
	if (opened === undefined) return undefined
	const sealedForm = SealedForm.parse(JSON.parse(opened))
	return sealedForm.at > now - SEALED_MS ? sealedForm : undefined
}

/**
 * Stores a sealed form for its page; an account keeps its newest three. `for`: the account that has signed in, if
 * known; another account's form is dropped.
 * @returns the stored form's id and page, or why there is none.
 */
export async function saveForm(
	text: string,
	by: { for?: string; now: number },
): Promise<{ ok: true; id: string; path: string } | { ok: false; reason: 'not-ours' | 'another-person' }> {
	const sealedForm = openSealed(text, by.now)
	if (!sealedForm) return { ok: false, reason: 'not-ours' }
	const { accountId, path, fields, hadFiles } = sealedForm
	if (by.for !== undefined && by.for !== accountId) return { ok: false, reason: 'another-person' }
	const kept = await insertForm({ accountId, path, fields, hadFiles }, by.now)
	return { ok: true, ...kept }
}

async function insertForm(
	form: Omit<typeof restoredForms.$inferInsert, 'id' | 'createdAt'>,
	now: number,
): Promise<{ id: string; path: string }> {
	const { accountId, path } = form
	const id = randomUUID()
	await write(async tx => {
		await tx.delete(restoredForms).where(lt(restoredForms.createdAt, now - RESTORABLE_MS))
		await tx.insert(restoredForms).values({ ...form, id, createdAt: now })
		const own = await tx
			.select({ id: restoredForms.id })
			.from(restoredForms)
			.where(eq(restoredForms.accountId, accountId))
			.orderBy(desc(restoredForms.createdAt), desc(restoredForms.id))
		const older = own.slice(MAX_KEPT).map(row => row.id)
		if (older.length > 0) await tx.delete(restoredForms).where(inArray(restoredForms.id, older))
	})
	return { id, path: getFormPath({ id, path }) }
}

const SHOWN_AGAIN: ReadonlySet<number> = new Set([200, 400, 422])

/** The reply to a form: the status, and the errors by field name ('' for the form). */
type Reply = { status: number; error: Record<string, string[]> }

/**
 * Redirects a browser to the page of the form it sent, which shows the input and the reply: going back to a page that
 * answers a POST makes browsers ask whether to send the form again. `held`: the key of a file kept for the form.
 * @returns undefined for programs, for browsers without fetch metadata, for input too large to keep, and for a form
 * worth resending unchanged: the answer is then the page itself.
 */
export async function redirectToForm(
	request: Request,
	form: FormData,
	{
		accountId,
		held,
		status,
		error,
	}: {
		accountId: string
		held?: string | undefined
		status: number
		error: NonNullable<SubmissionResult<string[]>['error']>
	},
): Promise<Response | undefined> {
	if (request.headers.get('sec-fetch-dest') !== 'document' || !SHOWN_AGAIN.has(status)) return undefined
	const fields = [...form].flatMap(([name, value]): Field[] =>
		typeof value === 'string' && name !== 'held' && !NEVER.test(name) ? [[name, value]] : [],
	)
	if (held) fields.push(['held', held])
	if (JSON.stringify(fields).length > MAX_SEALED_LENGTH) return undefined
	const path = formatPagePath(new URL(request.url))
	const errors = Object.entries(error).map(([name, texts]) => [name, texts ?? []] as const)
	const reply = { status, error: Object.fromEntries(errors) }
	const kept = await insertForm({ accountId, path, fields, hadFiles: false, reply }, Date.now())
	return redirect(kept.path)
}

/** Returns the path of a page without the parameters that the framework, or an earlier form, has added. */
export function formatPagePath({ pathname, searchParams }: URL): string {
	const search = new URLSearchParams(searchParams)
	for (const name of ['index', 'restored']) search.delete(name)
	return pathname + (search.size > 0 ? `?${search}` : '')
}

function getFormPath({ id, path }: { id: string; path: string }): string {
	const url = new URL(path, env.appUrl)
	url.searchParams.set('restored', id)
	return url.pathname + url.search
}

/** Returns the page of a form that was stored before sign-in; undefined for an account other than its own. */
export async function savedFormPath(id: string, accountId: string): Promise<string | undefined> {
	const row = await findSaved(eq(restoredForms.id, id), accountId)
	return row && getFormPath(row)
}

async function findSaved(which: SQL, accountId: string) {
	const isFresh = gt(restoredForms.createdAt, Date.now() - RESTORABLE_MS)
	const [row] = await db
		.select()
		.from(restoredForms)
		.where(and(which, eq(restoredForms.accountId, accountId), isFresh))
		.orderBy(desc(restoredForms.createdAt))
		.limit(1)
	return row
}

/**
 * A form that was carried over a sign-in, or answered with `reply`: its fields in order, and whether it had files,
 * which are not kept over a sign-in.
 */
export type RestoredForm = { fields: Field[]; hadFiles: boolean; reply: Reply | null }

/** Pages whose newest stored form is shown however one returns to them: step 3 of a checkout. */
const SHOWN_ON_RETURN = /^\/user\/checkout\/[^/]+\/confirm$/

/**
 * Reads the stored form to show to an account on the page of this request, if any. None while a form is being answered:
 * that form's own input is shown.
 */
export async function restoredForm(request: Request, accountId: string): Promise<RestoredForm | undefined> {
	const { searchParams, pathname } = new URL(request.url)
	const id = searchParams.get('restored')
	if (!(id || SHOWN_ON_RETURN.test(pathname)) || requestContext()?.method !== 'GET') return undefined
	return await memoizedForRequest('restored-form', async () => {
		const row = await findSaved(id ? eq(restoredForms.id, id) : eq(restoredForms.path, pathname), accountId)
		const isItsPage = row && new URL(row.path, env.appUrl).pathname === pathname
		const reply = row?.reply && (id ? row.reply : { ...row.reply, status: 200 })
		return isItsPage ? { fields: row.fields, hadFiles: row.hadFiles, reply: reply ?? null } : undefined
	})
}
