import { z } from 'zod'
import { deleteAccount } from '~/domain/accounts/own-data/deletion.commands.server'
import { staleDeletionRefusal } from '~/domain/accounts/own-data/deletion-rules'
import { splitName } from '~/domain/accounts/profile/profile-rules'
import { BAD_PASSWORD, isPersonalPassword, USER_FAILED } from '~/domain/accounts/rules'
import { newPassword } from '~/domain/accounts/schema'
import { changeUser, createUser } from '~/domain/accounts/users.commands.server'
import { listUsers, readCellsByAccount, readUser } from '~/domain/accounts/users.queries.server'
import { addedEmail, addedName, addedPassword } from '~/domain/accounts/users-schema'
import { email, personName } from '~/domain/fields'
import { profileImageUrl } from '~/domain/files/rules'
import { formatTypeCounts } from '~/domain/orders/history/contents.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { type ApiRefusal, operation, toSuccess, toSuccessPage } from '../operation.server'
import { CHOSEN_PASSWORD, Id, Listed, ListSearch, Pounds, pounds, Version } from '../wire'

const group = 'Users'
const UserRow = z
	.object({
		id: Id,
		full_name: z.string(),
		email: z.string(),
		role: z.enum(['user', 'admin']),
		total_purchased_pixels: z.number().int(),
		total_price: Pounds,
		total_type_pixels: z.string().meta({ example: 'small:1, tiny:4' }),
		profile_image: z.string(),
		user_info: z.string().nullable().meta({ description: '"google" if the account can log in with Google.' }),
	})
	.meta({ id: 'User' })
const NO_USER: ApiRefusal = { ok: false, code: 'unknown', message: 'There is no such account.' }

export const userOperations = [
	operation('GET /admin/userlist', 'admin', group, {
		summary: 'List accounts, newest first',
		query: ListSearch,
		data: z.array(UserRow),
		extraFields: Listed,
		async run({ query }) {
			const page = await listUsers(query)
			const cells = await readCellsByAccount(page.rows.map(row => row.id))
			return toSuccessPage(page, row => ({
				id: row.id,
				full_name: row.name,
				email: row.email,
				role: row.role,
				total_purchased_pixels: row.totalPixels,
				total_price: pounds(row.totalPence),
				total_type_pixels: formatTypeCounts(cells.get(row.id) ?? []),
				profile_image: absoluteUrl(profileImageUrl(row.profileImageKey)),
				user_info: row.isGoogle ? 'google' : null,
			}))
		},
	}),
	operation('POST /admin/users', 'admin', group, {
		summary: 'Add a user and send them an email',
		body: z
			.object({
				full_name: addedName,
				email: addedEmail,
				password: addedPassword.meta(CHOSEN_PASSWORD),
			})
			.refine(form => !isPersonalPassword(form.password, { email: form.email, fullName: form.full_name }), {
				path: ['password'],
				error: BAD_PASSWORD.personal,
			}),
		example: { full_name: 'Ada Example', email: 'ada@example.test', password: 'correct horse battery' },
		data: z.object({ user_id: Id }),
		success: 'User added successfully!',
		failed: USER_FAILED.add,
		async run({ account: actor, body, by }) {
			const form = { ...splitName(body.full_name), email: body.email, password: body.password }
			const sure = { ...form, confirmPassword: body.password, terms: 'on' as const }
			const outcome = await createUser(sure, { actor, now: by.now })
			return outcome.ok ? toSuccess({ user_id: outcome.userId }) : outcome
		},
	}),
	operation('POST /admin/userupdate', 'admin', group, {
		summary: 'Change the account of somebody else',
		body: z.object({
			user_id: Id,
			name: personName('Name is required', 121),
			email: email().optional(),
			password: newPassword.optional(),
			version: Version.optional(),
		}),
		example: { user_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', name: 'Ada Example' },
		success: 'User updated successfully',
		failed: USER_FAILED.update,
		async run({ account: actor, body, by }) {
			const user = await readUser(body.user_id)
			if (!user) return NO_USER
			const { name, email: address, password, version = user.version } = body
			const change = { name, email: address, password, confirmPassword: password ?? '', version }
			return await changeUser(user.id, change, { actor, now: by.now })
		},
	}),
	operation('POST /admin/userdelete', 'admin', group, {
		summary:
			'Delete the account of somebody else; their pixels become available. Only within 15 minutes of logging in, not with a key',
		body: z.object({ user_id: Id, version: Version.optional() }),
		example: { user_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', version: 1 },
		success: 'User deleted successfully',
		failed: USER_FAILED.delete,
		once: true,
		async run({ account, body, by }) {
			const stale = staleDeletionRefusal(account, by.now)
			if (stale) return stale
			const user = await readUser(body.user_id)
			if (!user) return NO_USER
			const { version = user.version } = body
			return await deleteAccount({ accountId: user.id, actorId: account.id, version, now: by.now })
		},
	}),
]
