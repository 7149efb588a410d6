import { z } from 'zod'
import { email, personName, whenValid } from '~/domain/fields'
import { LIST_FIELDS } from '~/domain/list'
import { currentPassword, isNotPersonal, mismatchError, newPassword, personalError } from './schema'

/* Accounts as administrators create and change them; fixed messages (P49). */

const FILL_IN = 'Please fill in all fields'
const MISMATCH = 'Passwords do not match'

/** The full name of a new account in one field; it needs two names, like the form with two fields. */
export const addedName = personName(FILL_IN, 121).refine(name => name.includes(' '), FILL_IN)
export const addedPassword = z.string({ error: FILL_IN }).min(1, FILL_IN).pipe(newPassword)
export const addedEmail = email(FILL_IN)

export const UserFilter = z.object(LIST_FIELDS)
export type UserFilter = z.output<typeof UserFilter>

export const AddUserForm = z
	.object({
		firstName: personName(FILL_IN),
		lastName: personName(FILL_IN),
		email: addedEmail,
		password: addedPassword,
		confirmPassword: z.string({ error: FILL_IN }).max(128, MISMATCH),
		terms: z.literal('on', { error: 'Please agree to the Terms & Conditions' }),
	})
	.refine(form => form.password === form.confirmPassword, mismatchError('password', MISMATCH))
	.refine(isNotPersonal, personalError)

export type NewUser = z.output<typeof AddUserForm>

const version = z.coerce.number().int().min(1)

/** `email` is omitted for accounts that sign in with Google; an empty password keeps the current one. */
export const EditUserForm = z
	.object({
		name: personName('Name is required', 121),
		email: email().optional(),
		password: newPassword.optional(),
		confirmPassword: z.string().max(128, MISMATCH).default(''),
		version,
	})
	.refine(form => (form.password ?? '') === form.confirmPassword, {
		...mismatchError('password', MISMATCH),
		when: whenValid({ confirmPassword: z.string() }),
	})

export type ChangedUser = z.output<typeof EditUserForm>

export const RoleForm = z.object({
	intent: z.literal('confirm'),
	role: z.enum(['user', 'admin']),
	version,
	currentPassword,
})

/** `seen`: fingerprint of the data that the page listed as lost. */
export const DeleteUserForm = z.object({
	intent: z.enum(['delete', 'confirm']),
	version,
	seen: z.string().regex(/^[\w-]{1,100}$/),
})
