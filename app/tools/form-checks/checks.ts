import { parseWithZod } from '@conform-to/zod/v4'
import { config } from 'zod/v4/core'
import { EmailForm, NameForm, PasswordForm, PhoneForm } from '~/domain/accounts/profile/profile-schema'
import { RegisterForm } from '~/domain/accounts/schema'
import { CouponForm } from '~/domain/coupons/schema'
import { CreativeText } from '~/domain/creatives/text-schema'
import type { Elements } from '~/elements/elements'

// Compiling schemas needs eval, which the security policy forbids; even the attempt would be reported.
config({ jitless: true })

/* The forms that the browser checks field by field with the server's schema. Loaded when one is first touched. */
type CheckedForm = Elements['form-checks']['of']

const SCHEMAS = {
	register: RegisterForm,
	name: NameForm,
	phone: PhoneForm,
	password: PasswordForm,
	email: EmailForm,
	coupon: CouponForm,
	creative: CreativeText,
} as const satisfies Record<CheckedForm, unknown>

/** Validates the form as the server does; returns errors by field name. */
export function findProblems(form: FormData, of: CheckedForm): Readonly<Record<string, readonly string[]>> {
	const { error } = parseWithZod(form, { schema: SCHEMAS[of] }).reply()
	return Object.fromEntries(Object.entries(error ?? {}).map(([name, texts]) => [name, texts ?? []]))
}

export function isCheckedForm(name: string): name is CheckedForm {
	return Object.hasOwn(SCHEMAS, name)
}
