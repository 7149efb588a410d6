import { changeCoupon } from '~/domain/coupons/commands.server'
import { COUPON_FAILED } from '~/domain/coupons/errors'
import { couponText } from '~/domain/coupons/form-text'
import { DELETED_COUPON, readCoupon } from '~/domain/coupons/queries.server'
import { couponVersion, CouponForm as Form } from '~/domain/coupons/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, orRedirectDeleted, redirectDeleted } from '~/server/http/answers.server'
import { COUPON_LABELS, CouponForm } from '~/ui/coupons/coupon-form'
import { pageTitle } from '~/ui/layout/page-meta'
import type { Route } from './+types/coupon-edit'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Edit Coupon') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const coupon = await orRedirectDeleted(await readCoupon(params.couponId), params.couponId, DELETED_COUPON)
	return { id: coupon.id, version: coupon.version, values: couponText(coupon) }
}

const AS_IT_IS = 'What you typed still stands here. Saving it again replaces what the other one has saved.'

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const version = couponVersion.safeParse(form.get('version'))
	if (form.get('intent') !== 'save' || !version.success) throw badRequest()
	const submission = parseForm(form, Form)
	const typed = typedIn(submission.payload)
	if (submission.status !== 'success') {
		if (!(await readCoupon(params.couponId)))
			return await redirectDeleted(params.couponId, DELETED_COUPON, typed)
		return formReply(submission)
	}
	const change = { couponId: params.couponId, version: version.data, actorId: admin.id, now: Date.now() }
	const outcome = await catchUnexpected(() => changeCoupon(submission.value, change), COUPON_FAILED.save)
	if (outcome.ok) {
		throw await redirectWithFlash(`/admin/coupon/${params.couponId}`, {
			type: 'success',
			text: 'Coupon updated successfully',
		})
	}
	const code = 'code' in outcome ? outcome.code : undefined
	if (code === 'unknown') return await redirectDeleted(params.couponId, DELETED_COUPON, typed)
	if (code !== 'changed') return formReply(submission, outcome)
	return formReply(submission, { ...outcome, status: 409, message: `${outcome.message} ${AS_IT_IS}` })
}

/** Every field by its name, in the order of the form. */
function typedIn(payload: Record<string, unknown>): string {
	return Object.entries(COUPON_LABELS)
		.flatMap(([name, label]) => (payload[name] ? [`${label}: ${payload[name]}`] : []))
		.join(' · ')
}

export default function EditCoupon({ loaderData, actionData }: Route.ComponentProps) {
	const { id, version, values } = loaderData
	return (
		<CouponForm
			title="Edit Coupon"
			backHref={`/admin/coupon/${id}`}
			version={version}
			values={values}
			refused={actionData}
		/>
	)
}
