import { data } from 'react-router'
import { z } from 'zod'
import { displayName, MAX_FILE_BYTES } from '~/domain/files/rules'
import { dayField, LIST_FIELDS, listPath, readAsked } from '~/domain/list'
import { guessPlaces } from '~/domain/statements/formats/columns'
import { FORMAT_NAMES, type Statement, UnreadableStatement } from '~/domain/statements/formats/entry'
import { parseInWorker } from '~/domain/statements/formats/parse-in-worker.server'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { ColumnsForm } from '~/domain/statements/mapping.server'
import { listStatements } from '~/domain/statements/queries.server'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected } from '~/server/forms/form.server'
import { pack, unpack } from '~/server/forms/packed.server'
import { readUploadForm, refusedFileInit } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/answers.server'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { PageTitle } from '~/ui/layout/page-title'
import { StatementColumns } from '~/ui/statements/columns'
import { LedgerDownload } from '~/ui/statements/ledger-download'
import { StatementList } from '~/ui/statements/list'
import { StatementPreview } from '~/ui/statements/preview'
import { StatementUpload } from '~/ui/statements/upload'
import type { Route } from './+types/statements'

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

const Intent = z.enum(['preview', 'import', 'map', 'read'])

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1, maxText: MAX_CARRIED + 8_192 })
	const intent = Intent.safeParse(form.get('intent'))
	if (!intent.success) throw badRequest()
	if (busy) return data({ message: busy.message }, refusedFileInit(busy))
	const sent = await readSent(form)
	if ('message' in sent) return data(sent, { status: sent.status })
	const { name, bytes } = sent
	const carried = await pack(bytes)
	const tooLarge = carried.length > MAX_CARRIED ? data({ message: TOO_LARGE }, { status: 413 }) : undefined
	const places = form.has('date') ? ColumnsForm.parse(Object.fromEntries(form)) : undefined
	const by = { actorId: admin.id, now: Date.now() }
	let reading: Awaited<ReturnType<typeof parseInWorker>>
	try {
		const chosen = places && { places, keep: intent.data === 'map' ? by : undefined }
		reading = await parseInWorker(bytes, request.signal, chosen)
	} catch (error) {
		if (!(error instanceof UnreadableStatement)) throw error
		const { message, unknown: file } = error
		if (!file) return data({ message }, { status: 422 })
		const columns = { name, carried, file, places: places ?? guessPlaces(file.titles) }
		return tooLarge ?? data({ columns }, { status: 422 })
	}
	const { statement, mapped } = reading
	if (intent.data === 'read' && mapped) {
		const { rows } = await previewStatement(statement)
		const read = { rows: rows.slice(0, SHOWN), ...sumLines(rows), foreign: statement.foreign }
		return tooLarge ?? data({ columns: { name, carried, ...mapped, read } })
	}
	const show = async () => {
		const { rows, known, refusal } = await previewStatement(statement)
		if (tooLarge) return tooLarge
		if (refusal) return data({ message: refusal }, { status: 422 })
		const notes = notesOf(statement, known)
		const format = FORMAT_NAMES[statement.format]
		return data({ preview: { name, carried, format, rows, notes, isMapped: mapped !== undefined } })
	}
	if (intent.data !== 'import') return await show()
	const store = () => importStatement(statement, { name, ...by })
	const imported = await catchUnexpected(store)
	if (!imported.ok) {
		if ('code' in imported) return data({ message: imported.message }, { status: 409 })
		const shown = (await show().catch(() => undefined))?.data
		return data({ ...shown, message: imported.message }, { status: imported.status ?? 500 })
	}
	const { id, added, known } = imported
	const count = `${pluralize(added, 'payment')} imported.`
	const text = [count, ...notesOf(statement, known)].join(' ')
	return await redirectWithFlash(`${LIST}/${id}`, { type: 'success', text })
}

const SHOWN = 5

/** The lines that would be added, in sums: how many name an order, and what comes in and goes out (pence). */
function sumLines(rows: readonly { pence: number; match: string }[]) {
	const sumOf = (sign: number) => rows.reduce((sum, { pence }) => sum + Math.max(0, sign * pence), 0)
	return {
		count: rows.length,
		naming: rows.filter(({ match }) => match !== 'unknown').length,
		inPence: sumOf(1),
		outPence: sumOf(-1),
	}
}

/** What is left out of an import. `known`: how many lines were imported before. */
function notesOf({ foreign }: Statement, known: number): string[] {
	return [
		...(known > 0 ? [`${pluralize(known, 'line')} imported before left out.`] : []),
		...(foreign > 0 ? [`${pluralize(foreign, 'line')} in another currency left out.`] : []),
	]
}

const TOO_LARGE = 'A statement must not be larger than 5MB. Please export fewer days.'

/** The file that a form sends, or that its preview carries along. */
async function readSent(
	form: FormData,
): Promise<{ name: string; bytes: Uint8Array } | { message: string; status: number }> {
	const [file, carried, name] = [form.get('statement'), form.get('carried'), form.get('name')]
	const isFile = file instanceof File && file.size > 0
	if (isFile && file.size > MAX_FILE_BYTES) return { message: TOO_LARGE, status: 413 }
	if (!isFile && !carried) return { message: 'Please choose a bank statement', status: 422 }
	const bytes = isFile ? await file.bytes() : await unpack(String(carried), MAX_FILE_BYTES)
	if (!bytes) throw badRequest()
	return { name: displayName(isFile ? file.name : String(name ?? ''), 'statement'), bytes }
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
				<PageTitle title="Which column is what?" back={{ href: LIST, title: 'Bank statements' }} />
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
