import { useForm } from '@conform-to/react'
import type { SecondFactorView } from '~/domain/accounts/second-factor/second-factor.queries.server'
import { codesLeftText } from '~/domain/accounts/second-factor/second-factor-rules'
import { Badge } from '../badge'
import { Button } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../forms/error-summary'
import { InputField, PasswordField } from '../forms/field'
import { Time } from '../time'
import type { SecondFactorProps } from './second-factor-page'

/**
 * A second factor that is on: new recovery codes, or off. Both ask for password and code, so that a stolen session is
 * not enough.
 */
export function ChangeSecondFactor({
	view: { since, codesLeft },
	isDemanded,
	hasPassword,
	refused,
}: SecondFactorProps & { view: Extract<SecondFactorView, { state: 'on' }> }) {
	const [form, fields] = useForm<{ currentPassword?: string; code: string }>({
		id: 'change',
		lastResult: refused?.result,
		constraint: { currentPassword: { required: hasPassword }, code: { required: true } },
	})
	return (
		<Card title="Your second factor" aside={<Badge status="on" look="approved" />}>
			<form method="post" id={form.id} className="form max-w-form">
				<p className="text-sm">
					On since <Time at={since} />. {codesLeftText(codesLeft)}
				</p>
				<ErrorSummary form={form} title={refused?.title} />
				{hasPassword ? (
					<PasswordField
						field={fields.currentPassword}
						label="Current password"
						autoComplete="current-password"
						maxLength={128}
					/>
				) : null}
				<InputField
					field={fields.code}
					label="Code"
					help="Six digits from your app, or one of your recovery codes."
					autoComplete="one-time-code"
					maxLength={60}
				/>
				<div className="actions">
					<Button variant="secondary" name="intent" value="renew-codes">
						Make new recovery codes
					</Button>
					{isDemanded ? null : (
						<Button variant="danger" name="intent" value="turn-off">
							Turn off
						</Button>
					)}
				</div>
				{isDemanded ? (
					<p className="help">It stays on: the settings of the house demand it of administrators.</p>
				) : null}
			</form>
		</Card>
	)
}
