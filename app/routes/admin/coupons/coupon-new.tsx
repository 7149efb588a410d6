import { createCoupon } from '~/domain/coupons/commands.server'
import { COUPON_FAILED } from '~/domain/coupons/rules'
import { type CouponValues, CouponForm as Form } from '~/domain/coupons/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { CouponForm } from '~/ui/coupons/coupon-form'
import type { Route } from './+types/coupon-new'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return null
}

export async function action({ request }: Route.ActionArgs) {
	const { id: actorId } = await requireAdmin(request)
	const form = await readForm(request)
	if (form.get('intent') !== 'save') throw badRequest()
	const create = (values: CouponValues) => createCoupon(values, { actorId, now: Date.now() })
	const sent = await submitForm(form, Form, create, COUPON_FAILED.save)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash('/admin/coupon', 'Coupon created successfully')
}

export default function NewCoupon({ actionData }: Route.ComponentProps) {
	return (
		<CouponForm
			title="Generate Coupon"
			documentTitle="Coupon Generate"
			backHref="/admin/coupon"
			values={{ type: 'percentage', is_active: 'on' }}
			refused={actionData}
		/>
	)
}
