import { data } from 'react-router'
import { z } from 'zod'
import { formatFileName, MAX_FILE_BYTES } from '~/domain/files/rules'
import { dayField, LIST_FIELDS, listPath, parseListQuery } from '~/domain/list'
import { guessMapping } from '~/domain/statements/formats/columns'
import { FORMAT_NAMES, type Statement, UnreadableStatement } from '~/domain/statements/formats/entry'
import { parseInWorker } from '~/domain/statements/formats/parse-in-worker.server'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { ColumnsForm } from '~/domain/statements/mapping.server'
import { listStatements } from '~/domain/statements/queries.server'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, refusalInit } from '~/server/forms/form.server'
import { compress, decompress } from '~/server/forms/packed.server'
import { readUploadForm } from '~/server/forms/uploads.server'
import { badRequest } from '~/server/http/responses.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { FileField, plainField } from '~/ui/forms/field'
import { PageTitle } from '~/ui/layout/page-title'
import { DayFields, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { StatementColumns } from '~/ui/statements/columns'
import { StatementPreview } from '~/ui/statements/preview'
import { Time } from '~/ui/time'
import type { Route } from './+types/statements'

const LIST = '/admin/statements'
/* Random bytes do not compress, so the limit applies to the packed file. */
const MAX_PACKED = 4 * 1024 * 1024

const { page, sort } = LIST_FIELDS
const Query = z.object({ page, sort, from: dayField, to: dayField })

export const handle = { acceptsFiles: true }

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { from, to, ...place } = parseListQuery(Query, new URL(request.url).searchParams)
	return { list: await listStatements(place), period: { from, to } }
}

const Intent = z.enum(['preview', 'import', 'map', 'read'])

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { form, busy } = await readUploadForm(request, { maxFiles: 1, maxText: MAX_PACKED + 8_192 })
	const intent = Intent.safeParse(form.get('intent'))
	if (!intent.success) throw badRequest()
	if (busy) return data({ message: busy.message }, refusalInit(busy))
	const sent = await readSent(form)
	if ('message' in sent) return data(sent, { status: sent.status })
	const { name, bytes } = sent
	const packed = await compress(bytes)
	const tooLarge = packed.length > MAX_PACKED ? data({ message: TOO_LARGE }, { status: 413 }) : undefined
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
		const columns = { name, packed, file, places: places ?? guessMapping(file.titles) }
		return tooLarge ?? data({ columns }, { status: 422 })
	}
	const { statement, mapped } = reading
	if (intent.data === 'read' && mapped) {
		const { rows } = await previewStatement(statement)
		const read = { rows: rows.slice(0, SHOWN), ...sumLines(rows), foreign: statement.foreign }
		return tooLarge ?? data({ columns: { name, packed, ...mapped, read } })
	}
	const show = async () => {
		const { rows, known, refusal } = await previewStatement(statement)
		if (tooLarge) return tooLarge
		if (refusal) return data({ message: refusal }, { status: 422 })
		const notes = getNotes(statement, known)
		const format = FORMAT_NAMES[statement.format]
		return data({ preview: { name, packed, format, rows, notes, isMapped: mapped !== undefined } })
	}
	if (intent.data !== 'import') return await show()
	const store = () => importStatement(statement, { name, ...by })
	const imported = await catchUnexpected(store)
	if (!imported.ok) {
		if (imported.code !== 'unexpected') return data({ message: imported.message }, { status: 409 })
		const shown = (await show().catch(() => undefined))?.data
		return data({ ...shown, message: imported.message }, refusalInit(imported))
	}
	const { id, added, known } = imported
	const count = `${pluralize(added, 'payment')} imported.`
	const text = [count, ...getNotes(statement, known)].join(' ')
	throw await redirectWithFlash(`${LIST}/${id}`, text)
}

const SHOWN = 5

/** Sums the lines that would be added: how many quote an order, and what comes in and goes out (pence). */
function sumLines(rows: readonly { pence: number; match: string }[]) {
	const sumAmounts = (sign: number) => rows.reduce((sum, { pence }) => sum + Math.max(0, sign * pence), 0)
	return {
		count: rows.length,
		naming: rows.filter(({ match }) => match !== 'unknown').length,
		inPence: sumAmounts(1),
		outPence: sumAmounts(-1),
	}
}

/** Lists what an import omits. `known`: how many lines were imported before. */
function getNotes({ foreign }: Statement, known: number): string[] {
	return [
		...(known > 0 ? [`${pluralize(known, 'line')} imported before left out.`] : []),
		...(foreign > 0 ? [`${pluralize(foreign, 'line')} in another currency left out.`] : []),
	]
}

const TOO_LARGE = 'A statement must not be larger than 5MB. Please export fewer days.'

/** Reads the uploaded file, or the one that its preview sends back. */
async function readSent(
	form: FormData,
): Promise<{ name: string; bytes: Uint8Array } | { message: string; status: number }> {
	const [file, packed, name] = [form.get('statement'), form.get('packed'), form.get('name')]
	const isFile = file instanceof File && file.size > 0
	if (isFile && file.size > MAX_FILE_BYTES) return { message: TOO_LARGE, status: 413 }
	if (!isFile && !packed) return { message: 'Please choose a bank statement', status: 422 }
	const bytes = isFile ? await file.bytes() : await decompress(String(packed), MAX_FILE_BYTES)
	if (!bytes) throw badRequest()
	return { name: formatFileName(isFile ? file.name : String(name ?? ''), 'statement'), bytes }
}

export default function Statements({ loaderData: { list, period }, actionData }: Route.ComponentProps) {
	const response: {
		preview?: Parameters<typeof StatementPreview>[0]
		columns?: Parameters<typeof StatementColumns>[0]
		message?: string
	} = actionData ?? {}
	if (response.columns) {
		return (
			<>
				<PageTitle title="Which column is what?" back={{ href: LIST, title: 'Bank statements' }} />
				<StatementColumns {...response.columns} />
			</>
		)
	}
	return (
		<>
			<PageTitle
				title={response.preview ? 'Import this statement?' : 'Bank statements'}
				intro="Money that came and went at the bank, compared with the orders. Nothing is booked until you confirm it."
			/>
			{response.preview ? (
				<>
					{response.message ? <ErrorSummary items={[{ text: response.message }]} /> : null}
					<StatementPreview {...response.preview} />
				</>
			) : (
				<>
					<div className="grid items-start gap-4 lg:grid-cols-2">
						<StatementUpload problem={response.message} />
						<LedgerDownload {...period} />
					</div>
					<ListTable
						title="Imported statements"
						caption="Imported statements"
						columns={columns}
						page={list}
						empty="No statements imported so far"
						href={place => listPath(LIST, place)}
					/>
				</>
			)}
		</>
	)
}

/** Asks for the period of a download of the ledger, one row per entry. */
function LedgerDownload(period: { from: string | null; to: string | null }) {
	return (
		<Card title="Export payments">
			<form method="get" action="/admin/payments.csv" className="form">
				<div className="grid items-start gap-4 sm:grid-cols-2">
					<DayFields {...period} />
				</div>
				<p className="help">
					By the booking day of the bank, both days included. Left empty, everything that was booked.
				</p>
				<div className="actions">
					<Button variant="secondary">Download CSV</Button>
				</div>
			</form>
		</Card>
	)
}

/** Uploads a bank statement for a preview. `problem`: why the last one was refused. */
function StatementUpload({ problem }: { problem: string | undefined }) {
	return (
		<Card title="Import a statement">
			<form method="post" encType="multipart/form-data" className="form">
				{problem ? <ErrorSummary items={[{ id: 'statement', text: problem }]} /> : null}
				<FileField
					field={plainField('statement', undefined, problem ? [problem] : undefined)}
					label="Bank statement"
					help="CAMT.053, MT940, OFX or CSV, at most 5 MB. You see what is in it before anything is stored."
					checked={false}
					required
				/>
				<div className="actions">
					<Button name="intent" value="preview" busy="Reading...">
						Preview
					</Button>
				</div>
			</form>
		</Card>
	)
}

type Row = Awaited<ReturnType<typeof listStatements>>['rows'][number]

const columns: Column<Row>[] = [
	{
		title: 'Statement',
		cell: row => (
			<span className="grid gap-0.5 wrap-anywhere">
				<span>
					<a className="link link-alone" href={`/admin/statements/${row.id}`}>
						{row.name}
					</a>
				</span>
				<span className="text-xs text-muted">
					{FORMAT_NAMES[row.format]}, by {row.importedBy}
				</span>
			</span>
		),
	},
	{ title: 'Imported', cell: row => <Time at={row.importedAt} /> },
	{ title: 'Payments', figures: true, cell: row => row.entries.toLocaleString('en-GB') },
	{ title: 'In', figures: true, cell: row => <Money pence={row.inPence} /> },
	{ title: 'Out', figures: true, cell: row => <Money pence={row.outPence} /> },
	{ title: 'To decide', figures: true, cell: row => row.open.toLocaleString('en-GB') },
]
