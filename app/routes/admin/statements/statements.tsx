import { data } from 'react-router'
import { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { displayName, MAX_FILE_BYTES } from '~/domain/files/rules'
import { dayField, LIST_FIELDS, listPath, readAsked } from '~/domain/list'
import {
	FORMAT_NAMES,
	type Statement,
	UnknownColumns,
	type UnknownFile,
	UnreadableStatement,
} from '~/domain/statements/formats/entry'
import { parseInWorker } from '~/domain/statements/formats/parse-in-worker.server'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { MappingForm, saveMapping, whyNotMapped } from '~/domain/statements/mapping.server'
import { listStatements } from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected } from '~/server/forms/form.server'
import { pack, unpack } from '~/server/forms/packed.server'
import { readUploadForm, refusedFileInit } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/answers.server'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { StatementColumns } from '~/ui/statements/columns'
import { LedgerDownload } from '~/ui/statements/ledger-download'
import { StatementList } from '~/ui/statements/list'
import { StatementPreview } from '~/ui/statements/preview'
import { StatementUpload } from '~/ui/statements/upload'
import type { Route } from './+types/statements'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Bank statements') }]

const LIST = '/admin/statements'
/* A file of random bytes would not get smaller when it is packed. */
const MAX_CARRIED = 4 * 1024 * 1024

const { page, sort } = LIST_FIELDS
const Asked = z.object({ page, sort, from: dayField, to: dayField })

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { from, to, ...place } = readAsked(Asked, new URL(request.url).searchParams)
	return { list: await listStatements(place), period: { from, to } }
}

const Intent = z.enum(['preview', 'import', 'map'])

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1, maxText: MAX_CARRIED + 8_192 })
	const intent = Intent.safeParse(form.get('intent'))
	if (!intent.success) throw badRequest()
	if (busy) return data({ message: busy.message }, refusedFileInit(busy))
	const problem = intent.data === 'map' ? await keepMapping(form, admin.id) : undefined
	const sent = await readSent(form, request.signal)
	if ('unknown' in sent) {
		const carried = await pack(sent.bytes)
		if (carried.length > MAX_CARRIED) return data({ message: TOO_LARGE }, { status: 413 })
		const typed = Object.fromEntries(
			[...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
		)
		return data(
			{ columns: { name: sent.name, carried, file: sent.unknown, problem, typed } },
			{ status: 422 },
		)
	}
	if ('message' in sent) return data(sent, { status: sent.status })
	const { statement, name, bytes } = sent
	const show = async () => {
		const { rows, known, refusal } = await previewStatement(statement)
		const carried = await pack(bytes)
		if (carried.length > MAX_CARRIED) return data({ message: TOO_LARGE }, { status: 413 })
		if (refusal) return data({ message: refusal }, { status: 422 })
		const notes = notesOf(statement, known)
		return data({ preview: { name, carried, format: FORMAT_NAMES[statement.format], rows, notes } })
	}
	if (intent.data !== 'import') return await show()
	const store = () => importStatement(statement, { name, actorId: admin.id, now: Date.now() })
	const imported = await catchUnexpected(store, { message: TEXT.unexpected })
	if (!imported.ok) {
		if ('code' in imported) return data({ message: imported.message }, { status: 409 })
		const shown = (await show().catch(() => undefined))?.data
		return data({ ...shown, message: imported.message }, { status: imported.status ?? 500 })
	}
	const { id, added, known } = imported
	const count = `${added.toLocaleString('en-GB')} ${added === 1 ? 'payment' : 'payments'} imported.`
	const text = [count, ...notesOf(statement, known)].join(' ')
	return await redirectWithFlash(`${LIST}/${id}`, { type: 'success', text })
}

/** Remembers which column is what. @returns what is wrong with it. */
async function keepMapping(form: FormData, actorId: string): Promise<string | undefined> {
	const parsed = MappingForm.safeParse(Object.fromEntries(form))
	if (!parsed.success) throw badRequest()
	const problem = whyNotMapped(parsed.data)
	if (problem === undefined) await saveMapping(parsed.data, { actorId, now: Date.now() })
	return problem
}

/** What is left out of an import. `known`: how many lines were imported before. */
function notesOf({ foreign }: Statement, known: number): string[] {
	const lines = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'line' : 'lines'}`
	return [
		...(known > 0 ? [`${lines(known)} imported before left out.`] : []),
		...(foreign > 0 ? [`${lines(foreign)} in another currency left out.`] : []),
	]
}

const TOO_LARGE = 'A statement must not be larger than 5MB. Please export fewer days.'

/** The statement that a form sends: a file, or what its preview carries along. */
async function readSent(
	form: FormData,
	signal: AbortSignal,
): Promise<
	| { statement: Statement; name: string; bytes: Uint8Array }
	| { unknown: UnknownFile; name: string; bytes: Uint8Array }
	| { message: string; status: number }
> {
	const file = form.get('statement')
	const carried = form.get('carried')
	const name = form.get('name')
	const isFile = file instanceof File && file.size > 0
	if (isFile && file.size > MAX_FILE_BYTES) return { message: TOO_LARGE, status: 413 }
	const bytes = isFile
		? await file.bytes()
		: typeof carried === 'string' && carried !== ''
			? await unpack(carried, MAX_FILE_BYTES)
			: new Uint8Array()
	if (!bytes) throw badRequest()
	if (bytes.length === 0) return { message: 'Please choose a bank statement', status: 422 }
	const shownName = displayName(isFile ? file.name : typeof name === 'string' ? name : '', 'statement')
	try {
		const statement = await parseInWorker(bytes, signal)
		return { statement, name: shownName, bytes }
	} catch (error) {
		if (error instanceof UnknownColumns) return { unknown: error.file, name: shownName, bytes }
		if (error instanceof UnreadableStatement) return { message: error.message, status: 422 }
		throw error
	}
}

export default function Statements({ loaderData: { list, period }, actionData }: Route.ComponentProps) {
	const answer: {
		preview?: Parameters<typeof StatementPreview>[0]
		columns?: Parameters<typeof StatementColumns>[0]
		message?: string
	} = actionData ?? {}
	if (answer.columns) {
		return (
			<>
				<PageTitle title="Which column is what?" />
				<StatementColumns {...answer.columns} />
			</>
		)
	}
	return (
		<>
			<PageTitle
				title={answer.preview ? 'Import this statement?' : 'Bank statements'}
				intro="Money that came and went at the bank, compared with the orders. Nothing is booked until you confirm it."
			/>
			{answer.preview ? (
				<>
					{answer.message ? <ErrorSummary items={[{ text: answer.message }]} /> : null}
					<StatementPreview {...answer.preview} />
				</>
			) : (
				<>
					<div className="grid items-start gap-4 lg:grid-cols-2">
						<StatementUpload problem={answer.message} />
						<LedgerDownload {...period} />
					</div>
					<StatementList page={list} href={place => listPath(LIST, place)} />
				</>
			)}
		</>
	)
}
