import { z } from 'zod'
import { finishEmailChange, startEmailChange } from '~/domain/accounts/profile/email-change.commands.server'
import { changePassword } from '~/domain/accounts/profile/password.commands.server'
import { changePhoto } from '~/domain/accounts/profile/photo.commands.server'
import { changeName } from '~/domain/accounts/profile/profile.commands.server'
import { PROFILE_TEXT, splitName } from '~/domain/accounts/profile/profile-rules'
import { changedPassword, EmailForm, NameForm } from '~/domain/accounts/profile/profile-schema'
import { findAccountById } from '~/domain/accounts/queries.server'
import type { Role } from '~/domain/accounts/rules'
import { codeSentAlready } from '~/domain/accounts/rules'
import { currentPassword } from '~/domain/accounts/schema'
import { findOwnChallenge } from '~/domain/accounts/sign-in/challenges.server'
import { personName } from '~/domain/fields'
import { profileImageUrl } from '~/domain/files/rules'
import { refusal } from '~/domain/refusal'
import { db } from '~/server/db/db.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { type Operation, operation, toSuccess } from '../operation.server'
import { getStatus } from '../refusals'
import { BINARY, CHOSEN_PASSWORD, oneTimeCode } from '../wire'

const group = 'Account'
const Photo = z.object({ profile_image: z.string() })
const NO_LAST_NAME = refusal('invalid', PROFILE_TEXT.nameMissing, 'full_name')

/** The operations on one's own account, once for each role. */
const createOperations = (area: Role): Operation[] => [
	operation(`POST /${area}/updatename`, area, group, {
		summary: 'Change your name',
		body: z.object({ full_name: personName(PROFILE_TEXT.nameMissing, 121) }),
		example: { full_name: 'Ada Example' },
		success: PROFILE_TEXT.nameUpdated,
		failed: PROFILE_TEXT.nameFailed,
		async run({ account, body, by }) {
			const name = NameForm.safeParse(splitName(body.full_name))
			if (!name.success) return NO_LAST_NAME
			return await changeName(name.data, { accountId: account.id, now: by.now })
		},
	}),
	operation(`POST /${area}/updatepassword`, area, group, {
		summary: 'Change your password; all other sessions, tokens and keys end',
		body: z.object({ newPassword: changedPassword.meta(CHOSEN_PASSWORD), currentPassword }),
		example: {
			newPassword: 'correct horse battery',
			currentPassword: 'required with a key, and later than 15 minutes after logging in',
		},
		success: PROFILE_TEXT.passwordUpdated,
		failed: PROFILE_TEXT.passwordFailed,
		run: ({ account, body, by }) => changePassword(account, body, by),
	}),
	operation(`POST /${area}/updateemail`, area, group, {
		summary: 'Send a code to your new email address',
		body: EmailForm,
		example: { newEmail: 'ada@example.test' },
		success: 'A code is on its way to the new address.',
		failed: PROFILE_TEXT.emailFailed,
		async run({ account, body, by }) {
			const known = await findOwnChallenge(account.id, 'email-change')
			const outcome = await startEmailChange(account, body, { ...by, known })
			return outcome.ok && outcome.withheldFor
				? toSuccess(null, codeSentAlready(outcome.withheldFor))
				: outcome
		},
	}),
	operation(`POST /${area}/updateemail/verify`, area, group, {
		summary: 'Confirm the new email address with its code',
		body: z.object({ otp: oneTimeCode('Please enter complete OTP') }),
		example: { otp: '492039' },
		refusal: { code: 'wrong-code' },
		success: PROFILE_TEXT.emailUpdated,
		failed: PROFILE_TEXT.emailFailed,
		async run({ account, body, by }) {
			const challenge = await findOwnChallenge(account.id, 'email-change')
			const outcome = await finishEmailChange(challenge ?? '', body.otp, account, by)
			return !outcome.ok && outcome.field === 'digit' ? { ...outcome, field: 'otp' } : outcome
		},
	}),
	operation(`POST /${area}/uploadprofileimage`, area, group, {
		summary: 'Change your photo',
		body: z.object({
			profile_image: z
				.file({ error: PROFILE_TEXT.photoType })
				.meta({ ...BINARY, description: 'JPEG or PNG, at most 5 MB.' }),
		}),
		files: ['profile_image'],
		data: Photo,
		extraFields: Photo,
		failed: PROFILE_TEXT.photoFailed,
		async run({ account, body, by, signal }) {
			const outcome = await changePhoto(
				{ image: body.profile_image },
				{ accountId: account.id, now: by.now, signal },
			)
			if (!outcome.ok) {
				const isTheirs = !outcome.retryAfter && getStatus(outcome.code) < 500
				return isTheirs ? { ...outcome, field: 'profile_image' } : outcome
			}
			const profile_image = absoluteUrl(
				profileImageUrl((await findAccountById(db, account.id))?.profileImageKey ?? null),
			)
			return toSuccess({ profile_image }, PROFILE_TEXT.photoUpdated, { profile_image })
		},
	}),
]

export const accountOperations = [...createOperations('user'), ...createOperations('admin')]
