import { data } from 'react-router'
import {
	deleteOwnAccount,
	isDeletionGrant,
	requestDeletion,
} from '~/domain/accounts/own-data/deletion.commands.server'
import { readLoss } from '~/domain/accounts/own-data/deletion.queries.server'
import { ConfirmDeletionForm, DeletionForm } from '~/domain/accounts/profile/profile-schema'
import { TEXT } from '~/domain/accounts/rules'
import { flowCookies, forgetEmail, readFlow } from '~/server/auth/flow-cookies.server'
import { requireUser } from '~/server/auth/guards.server'
import { clearSession } from '~/server/auth/session.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { pageTitle } from '~/ui/layout/page-meta'
import { ConfirmDeletion, RequestDeletion } from '~/ui/setting/deletion-pages'
import type { Route } from './+types/setting-delete'

/* Two steps at one address: the password, then what would be lost (P41). */

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Delete your account') }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const now = Date.now()
	const { hasPassword, hasSecondFactor, email } = account
	const isGranted = isDeletionGrant(await readFlow(request, 'deletion'), account, now)
	return { isGranted, hasPassword, hasSecondFactor, email, loss: await readLoss(account.id, now) }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'delete': {
			const submission = parseForm(form, DeletionForm)
			if (submission.status !== 'success') return formReply(submission)
			const outcome = await catchUnexpected(
				() => requestDeletion(account, submission.value, currentCaller()),
				{
					message: TEXT.unexpected,
				},
			)
			if (!outcome.ok) return formReply(submission, outcome)
			const headers = { 'Set-Cookie': await flowCookies.deletion.serialize(outcome.grant) }
			const text = 'Please look at what would be lost, and confirm.'
			throw await redirectWithFlash('/user/setting/delete', { type: 'info', text }, { headers })
		}
		case 'confirm': {
			const confirmed = ConfirmDeletionForm.safeParse(Object.fromEntries(form))
			if (!confirmed.success) throw badRequest()
			const grant = await readFlow(request, 'deletion')
			const { seen } = confirmed.data
			const outcome = await catchUnexpected(() => deleteOwnAccount(account, { grant, seen }, Date.now()), {
				message: TEXT.unexpected,
			})
			if (!outcome.ok) {
				const again = { refused: outcome.message }
				return data(again, { status: 'status' in outcome ? (outcome.status ?? 500) : 409 })
			}
			throw await goodbye()
		}
		default:
			throw badRequest()
	}
}

/* The browser forgets who was here. */
async function goodbye(): Promise<Response> {
	const headers = new Headers()
	headers.append('Set-Cookie', await clearSession())
	headers.append('Set-Cookie', await flowCookies.deletion.serialize('', { maxAge: 0 }))
	headers.append('Set-Cookie', await forgetEmail())
	const text = 'Your account has been deleted. We have sent you an email about it.'
	return await redirectWithFlash('/', { type: 'success', text, seconds: 15 }, { headers })
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
	const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
	const form = actionData && 'result' in actionData ? actionData : undefined
	if (loaderData.isGranted && !form) return <ConfirmDeletion loss={loaderData.loss} refused={refused} />
	return <RequestDeletion {...loaderData} refused={form} problem={refused} />
}
