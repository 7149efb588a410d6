import { z } from 'zod'
import { optionalLine, personName, typedEmail } from '~/domain/fields'
import { contactNumberProblem, joinContactNumber } from '~/domain/orders/contact-rules'
import { currentPassword, mismatchError, newPassword } from '../schema'
import { PROFILE_TEXT } from './profile-rules'

/* The forms of /user/setting and /admin/setting about one's own account. */

export const NameForm = z.object({
	firstName: personName(PROFILE_TEXT.nameMissing),
	lastName: personName(PROFILE_TEXT.nameMissing),
})

export const changedPassword = z
	.string({ error: PROFILE_TEXT.passwordMissing })
	.min(1, PROFILE_TEXT.passwordMissing)
	.pipe(newPassword)

export const PasswordForm = z
	.object({
		currentPassword,
		newPassword: changedPassword,
		confirmPassword: z.string({ error: PROFILE_TEXT.passwordMissing }).max(128, PROFILE_TEXT.passwordDiffers),
	})
	.refine(
		form => form.newPassword === form.confirmPassword,
		mismatchError('newPassword', PROFILE_TEXT.passwordDiffers),
	)

export const EmailForm = z.object({
	newEmail: typedEmail(PROFILE_TEXT.emailMissing).pipe(z.email(PROFILE_TEXT.emailInvalid)),
	currentPassword,
})

/** A number with its country code, stored without separators; an empty one removes it. */
export const PhoneForm = z.object({
	phone: optionalLine({ max: 40, tooLong: 'Please use at most 40 characters' })
		.default('')
		.transform(typed => typed && joinContactNumber('Other', typed))
		.refine(number => number === '' || contactNumberProblem(number) === undefined, {
			error: ({ input }) => contactNumberProblem(String(input)) ?? '',
		}),
})

/** First step of deleting one's own account: the password, and a code with two-factor authentication. */
export const DeletionForm = z.object({
	currentPassword,
	code: optionalLine({ max: 60, tooLong: 'Please enter only one code' }).default(''),
})

/** Second step; `seen` is the fingerprint of what was shown. */
export const ConfirmDeletionForm = z.object({ seen: z.string().regex(/^[\w-]{1,100}$/) })
