import { z } from 'zod'
import { finishEmailChange, startEmailChange } from '~/domain/accounts/profile/email-change.commands.server'
import { changePassword } from '~/domain/accounts/profile/password.commands.server'
import { changePhoto } from '~/domain/accounts/profile/photo.commands.server'
import { changeName } from '~/domain/accounts/profile/profile.commands.server'
import { PROFILE_TEXT, splitName } from '~/domain/accounts/profile/profile-rules'
import { changedPassword, EmailForm, NameForm } from '~/domain/accounts/profile/profile-schema'
import { findProfileImage } from '~/domain/accounts/queries.server'
import { currentPassword } from '~/domain/accounts/schema'
import { findOwnChallenge } from '~/domain/accounts/sign-in/challenges.server'
import { personName } from '~/domain/fields'
import { profileImageUrl } from '~/domain/files/rules'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { done, type Operation, operation, type Refused } from '../operation.server'
import { statusOf } from '../refusals'
import { CHOSEN_PASSWORD, Nothing } from '../wire'

const group = 'Account'
const Photo = z.object({ profile_image: z.string() })
const NO_LAST_NAME: Refused = {
	ok: false,
	code: 'invalid',
	field: 'full_name',
	message: PROFILE_TEXT.nameMissing,
}

/** The own account, changed: the same for both roles, each under its own path. */
const callsOf = (area: 'user' | 'admin'): Operation[] => [
	operation({
		method: 'POST',
		path: `/${area}/updatename`,
		group,
		summary: 'Change your name',
		who: area,
		body: z.object({ full_name: personName(PROFILE_TEXT.nameMissing, 121) }),
		example: { full_name: 'Ada Example' },
		data: Nothing,
		failed: PROFILE_TEXT.nameFailed,
		async run({ account, body, by }) {
			const name = NameForm.safeParse(splitName(body.full_name))
			if (!name.success) return NO_LAST_NAME
			const outcome = await changeName(name.data, { accountId: account.id, now: by.now })
			return outcome.ok ? done(null, PROFILE_TEXT.nameUpdated) : outcome
		},
	}),
	operation({
		method: 'POST',
		path: `/${area}/updatepassword`,
		group,
		summary: 'Change your password. Every other session, token and key ends',
		who: area,
		body: z.object({ newPassword: changedPassword.meta(CHOSEN_PASSWORD), currentPassword }),
		example: {
			newPassword: 'correct horse battery',
			currentPassword: 'needed 15 minutes after the log-in, and always with a key',
		},
		data: Nothing,
		failed: PROFILE_TEXT.passwordFailed,
		async run({ account, body, by }) {
			const outcome = await changePassword(account, body, by)
			return outcome.ok ? done(null, PROFILE_TEXT.passwordUpdated) : outcome
		},
	}),
	operation({
		method: 'POST',
		path: `/${area}/updateemail`,
		group,
		summary: 'Send a code to a new email address',
		who: area,
		body: EmailForm,
		example: { newEmail: 'ada@example.test' },
		data: Nothing,
		failed: PROFILE_TEXT.emailFailed,
		async run({ account, body, by }) {
			const known = await findOwnChallenge(account.id, 'email-change')
			const outcome = await startEmailChange(account, body, { ...by, known })
			return outcome.ok ? done(null, 'A code is on its way to the new address.') : outcome
		},
	}),
	operation({
		method: 'POST',
		path: `/${area}/updateemail/verify`,
		group,
		summary: 'Confirm the new email address with its code',
		who: area,
		body: z.object({
			otp: z.string({ error: 'Please enter complete OTP' }).regex(/^[0-9]{6}$/, 'Please enter complete OTP'),
		}),
		example: { otp: '492039' },
		data: Nothing,
		refusal: { code: 'wrong-code' },
		failed: PROFILE_TEXT.emailFailed,
		async run({ account, body, by }) {
			const challenge = await findOwnChallenge(account.id, 'email-change')
			const outcome = await finishEmailChange(challenge ?? '', body.otp, account, by)
			if (outcome.ok) return done(null, PROFILE_TEXT.emailUpdated)
			return outcome.field === 'digit' ? { ...outcome, field: 'otp' } : outcome
		},
	}),
	operation({
		method: 'POST',
		path: `/${area}/uploadprofileimage`,
		group,
		summary: 'Change your photo',
		who: area,
		body: z.object({
			profile_image: z
				.file({ error: PROFILE_TEXT.photoType })
				.meta({ override: { type: 'string', format: 'binary' }, description: 'JPEG or PNG, at most 5 MB.' }),
		}),
		files: ['profile_image'],
		data: Photo,
		beside: Photo,
		failed: PROFILE_TEXT.photoFailed,
		async run({ account, body, by, signal }) {
			const outcome = await changePhoto(
				{ image: body.profile_image },
				{ accountId: account.id, now: by.now, signal },
			)
			if (!outcome.ok) {
				const isTheirs = !outcome.retryAfter && statusOf(outcome.code) < 500
				return isTheirs ? { ...outcome, field: 'profile_image' } : outcome
			}
			const profile_image = absoluteUrl(profileImageUrl(await findProfileImage(account.id)))
			return done({ profile_image }, PROFILE_TEXT.photoUpdated, { profile_image })
		},
	}),
]

export const accountCalls = [...callsOf('user'), ...callsOf('admin')]
