import { z } from 'zod'
import { deleteCoupon } from '~/domain/coupons/commands.server'
import { DELETED_COUPON, readCoupon } from '~/domain/coupons/queries.server'
import { COUPON_FAILED } from '~/domain/coupons/rules'
import { couponVersion } from '~/domain/coupons/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import type { Route } from './+types/coupon-delete'

const DeleteForm = z.object({ intent: z.literal('delete'), version: couponVersion })

export async function loader({ request, params: { couponId } }: Route.LoaderArgs) {
	await requireAdmin(request)
	return await orRedirectDeleted(await readCoupon(couponId), couponId, DELETED_COUPON)
}

export async function action({ request, params: { couponId } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const remove = ({ version }: z.output<typeof DeleteForm>) =>
		deleteCoupon({ couponId, version, actorId: admin.id, now: Date.now() })
	const form = await readForm(request)
	const sent = await submitForm(form, DeleteForm, remove, {
		...COUPON_FAILED.delete,
		status: 409,
		ifUnknown: () => redirectDeleted(couponId, DELETED_COUPON),
	})
	if (sent.ok) throw await redirectWithFlash('/admin/coupon', 'Coupon deleted successfully')
	return sent.reply
}

export default function DeleteCoupon({ loaderData, actionData }: Route.ComponentProps) {
	const { id, version, code, uses } = loaderData
	return (
		<ConfirmPage
			title="Confirm Coupon Deletion"
			cancelHref={`/admin/coupon/${id}`}
			confirmLabel="Delete coupon"
			intent="delete"
			hidden={{ version }}
			response={actionData}
		>
			<p>
				Are you sure you want to delete the coupon <strong className="wrap-anywhere">{code}</strong>? Nobody
				can apply it any more, and its code is free for another coupon.
			</p>
			<p>
				{uses === 0
					? 'No order has used it.'
					: `${uses === 1 ? 'One order has' : `${uses.toLocaleString('en-GB')} orders have`} used it and ${uses === 1 ? 'keeps' : 'keep'} the discount.`}{' '}
				Open checkouts keep it too.
			</p>
		</ConfirmPage>
	)
}
