import { data } from 'react-router'
import { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { displayName, MAX_FILE_BYTES } from '~/domain/files/rules'
import { LIST_FIELDS, listPath, readAsked } from '~/domain/list'
import { FORMAT_NAMES, UnreadableStatement } from '~/domain/statements/entry'
import { importStatement, previewStatement } from '~/domain/statements/import.server'
import { alarmsOf, notesOf, payments } from '~/domain/statements/notes'
import type { Statement } from '~/domain/statements/parse.server'
import { listStatements } from '~/domain/statements/queries.server'
import { readStatementAside } from '~/domain/statements/reading.server'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { pack, unpack } from '~/server/packed.server'
import { readUploadForm } from '~/server/uploads.server'
import { ErrorSummary } from '~/ui/error-summary'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { StatementList } from '~/ui/statements/list'
import { StatementPreview } from '~/ui/statements/preview'
import { StatementUpload } from '~/ui/statements/upload'
import type { Route } from './+types/statements'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Bank statements') }]

const LIST = '/admin/statements'
/* A file of random bytes would not get smaller when it is packed. */
const MAX_CARRIED = 4 * 1024 * 1024

const Place = z.object({ page: LIST_FIELDS.page, sort: LIST_FIELDS.sort })

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const place = readAsked(Place, new URL(request.url).searchParams)
	return { list: await listStatements(place) }
}

const Intent = z.enum(['preview', 'import'])

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readUploadForm(request, { maxFiles: 1, maxText: MAX_CARRIED + 8_192 })
	const intent = Intent.safeParse(form.get('intent'))
	if (!intent.success) throw badRequest()
	const sent = await readSent(form, request.signal)
	if ('message' in sent) return data(sent, { status: sent.status })
	const { statement, name, bytes } = sent
	const show = async () => {
		const { entries, known, back, refusal } = await previewStatement(statement)
		const carried = await pack(bytes)
		if (carried.length > MAX_CARRIED) return data({ message: TOO_LARGE }, { status: 413 })
		if (refusal)
			return data({ message: [refusal, ...notesOf(statement, 0, back)].join(' ') }, { status: 422 })
		const notes = notesOf(statement, known, back)
		return data({ preview: { name, carried, format: FORMAT_NAMES[statement.format], rows: entries, notes } })
	}
	if (intent.data === 'preview') return await show()
	const store = () => importStatement(statement, { name, actorId: admin.id, now: Date.now() })
	const imported = await orRefusal(store, { message: TEXT.unexpected })
	if (!imported.ok) {
		if ('code' in imported) {
			const message = [imported.message, ...notesOf(statement, 0, imported.back)].join(' ')
			return data({ message }, { status: 409 })
		}
		const shown = (await show().catch(() => undefined))?.data
		return data({ ...shown, message: imported.message }, { status: imported.status ?? 500 })
	}
	const count = imported.added > 0 ? `${payments(imported.added)} imported.` : 'No payment was new.'
	const text = [count, ...notesOf(statement, imported.known, imported.back)].join(' ')
	const message = alarmsOf(imported.back)
		? { type: 'warning' as const, text, seconds: STAYS }
		: { type: 'success' as const, text }
	return await redirectWithFlash(`${LIST}/${imported.id}`, message)
}

/* A day: until somebody closes it. */
const STAYS = 86_400

const TOO_LARGE = 'A statement must not be larger than 5MB. Please export fewer days.'

/** The statement that a form sends: a file, or what its preview carries along. */
async function readSent(
	form: FormData,
	signal: AbortSignal,
): Promise<{ statement: Statement; name: string; bytes: Uint8Array } | { message: string; status: number }> {
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
	try {
		const given = isFile ? file.name : typeof name === 'string' ? name : ''
		const statement = await readStatementAside(bytes, signal)
		return { statement, name: displayName(given, 'statement'), bytes }
	} catch (error) {
		if (error instanceof UnreadableStatement) return { message: error.message, status: 422 }
		throw error
	}
}

export default function Statements({ loaderData: { list }, actionData }: Route.ComponentProps) {
	const answer: { preview?: Parameters<typeof StatementPreview>[0]; message?: string } = actionData ?? {}
	return (
		<>
			<PageTitle
				title={answer.preview ? 'Import this statement?' : 'Bank statements'}
				intro="Payments that came in, compared with the orders. Only what is exact is proposed for approval."
			/>
			{answer.preview ? (
				<>
					{answer.message ? <ErrorSummary items={[{ text: answer.message }]} /> : null}
					<StatementPreview {...answer.preview} />
				</>
			) : (
				<>
					<StatementUpload problem={answer.message} />
					<StatementList page={list} href={place => listPath(LIST, place)} />
				</>
			)}
		</>
	)
}
