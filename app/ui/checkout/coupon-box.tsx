import { Button } from '../button'
import { InputField, plainField } from '../forms/field'
import { useRestoredField } from '../forms/restored'

/** A field for a coupon code, or the applied code with a button to remove it. Use it inside the form of step 1. */
export function CouponBox({
	code,
	refusal,
}: {
	/** The applied coupon. */
	code: string | null
	refusal: { typed: string; message: string } | undefined
}) {
	const restored = useRestoredField('coupon_code')
	if (code !== null && !refusal) {
		return (
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-sm">
					<span className="figures font-semibold">{code}</span> is applied.
				</p>
				<Button name="intent" value="remove-coupon" variant="quiet">
					Remove
				</Button>
			</div>
		)
	}
	return (
		<div className="grid gap-3 min-[30rem]:grid-cols-[minmax(0,1fr)_auto] min-[30rem]:[&>.btn]:mt-[calc(1.4*var(--text-sm)+0.375rem)] min-[30rem]:[&>.btn]:self-start">
			<InputField
				field={plainField('coupon_code', refusal?.typed ?? restored, refusal ? [refusal.message] : undefined)}
				label="Coupon code"
				optional
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
			/>
			<Button name="intent" value="apply-coupon" variant="secondary">
				Apply
			</Button>
			{refusal && code === null ? (
				<div className="col-span-full justify-self-start">
					<Button name="intent" value="next-without-coupon" variant="quiet">
						Go on without a coupon
					</Button>
				</div>
			) : null}
		</div>
	)
}
