import { changeCoupon } from '~/domain/coupons/commands.server'
import { DELETED_COUPON, readCoupon } from '~/domain/coupons/queries.server'
import { COUPON_FAILED } from '~/domain/coupons/rules'
import { type CouponValues, couponVersion, CouponForm as Form, toCouponFields } from '~/domain/coupons/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest, orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { COUPON_FIELDS, CouponForm } from '~/ui/coupons/coupon-form'
import type { Route } from './+types/coupon-edit'

export async function loader({ request, params: { couponId } }: Route.LoaderArgs) {
	await requireAdmin(request)
	const coupon = await orRedirectDeleted(await readCoupon(couponId), couponId, DELETED_COUPON)
	return { id: coupon.id, version: coupon.version, values: toCouponFields(coupon) }
}

const INPUT_KEPT =
	'What you typed is still here. Saving it again replaces what the other administrator saved.'

export async function action({ request, params: { couponId } }: Route.ActionArgs) {
	const { id: actorId } = await requireAdmin(request)
	const form = await readForm(request)
	const version = couponVersion.safeParse(form.get('version')).data
	if (form.get('intent') !== 'save' || version === undefined) throw badRequest()
	const save = async (values: CouponValues) => {
		const outcome = await changeCoupon(values, { couponId, version, actorId, now: Date.now() })
		if (outcome.ok || outcome.code !== 'changed') return outcome
		return { ...outcome, message: `${outcome.message} ${INPUT_KEPT}` }
	}
	const ifUnknown = () => redirectDeleted(couponId, DELETED_COUPON, describeForm(form))
	const sent = await submitForm(form, Form, save, { ...COUPON_FAILED.save, ifUnknown })
	if (sent.ok) throw await redirectWithFlash(`/admin/coupon/${couponId}`, 'Coupon updated successfully')
	const couponExists = await readCoupon(couponId).then(Boolean, () => true)
	return couponExists ? sent.reply : await ifUnknown()
}

/** Formats every field by its name, in the order of the form. */
function describeForm(form: FormData): string {
	return Object.entries(COUPON_FIELDS)
		.flatMap(([name, { label }]) => (form.get(name) ? [`${label}: ${form.get(name)}`] : []))
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
