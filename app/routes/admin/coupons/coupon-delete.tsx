import { z } from 'zod'
import { deleteCoupon } from '~/domain/coupons/commands.server'
import { DELETED_COUPON, readCoupon } from '~/domain/coupons/queries.server'
import { COUPON_FAILED } from '~/domain/coupons/rules'
import { couponVersion } from '~/domain/coupons/schema'
import { accountContext } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formError, readForm } from '~/server/forms/form.server'
import { badRequest, orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import type { Route } from './+types/coupon-delete'

const DeleteForm = z.object({ intent: z.literal('delete'), version: couponVersion })

export async function loader({ params: { couponId } }: Route.LoaderArgs) {
	return await orRedirectDeleted(await readCoupon(couponId), couponId, DELETED_COUPON)
}

export async function action({ context, request, params: { couponId } }: Route.ActionArgs) {
	const admin = context.get(accountContext)
	const form = DeleteForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const seen = { couponId, version: form.data.version, actorId: admin.id, now: Date.now() }
	const outcome = await catchUnexpected(() => deleteCoupon(seen), COUPON_FAILED.delete)
	if (outcome.ok) {
		throw await redirectWithFlash('/admin/coupon', 'Coupon deleted successfully')
	}
	if (outcome.code === 'unknown') return await redirectDeleted(couponId, DELETED_COUPON)
	return formError({ title: COUPON_FAILED.delete.title, status: 409, ...outcome })
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
			refused={actionData?.message}
			failed={actionData?.title ?? COUPON_FAILED.delete.title}
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
