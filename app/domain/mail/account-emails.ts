import { brand } from '~/domain/brand'
import { describeCells } from '~/domain/grid/cell-names'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { formatDateTime } from '~/domain/time'
import { renderEmail } from './render-email'

/* Emails to the owner of an address about an account. Times are UTC ms, URLs absolute. An email with a code has exactly
   one run of six digits in its text. */

type WithCode = { fullName: string; code: string; minutes: number }
type Change = { fullName: string; at: number }

const NEVER_ASKED = 'We will never ask you for it by telephone or by email.'
const NOTHING_TO_DO = 'If this was not you, you do not need to do anything.'
const notYou = () => `If this was not you, please write to us at once at ${brand.supportEmail}.`
const notYouSetPassword = () =>
	`If this was you, no action is needed. If not, please set a new password at once and write to us at ${brand.supportEmail}.`
const setPassword = (url: string) => ({ button: 'Set a new password', url })

/** The six-digit code that completes a registration. */
export const registrationCodeEmail = ({ fullName, code, minutes }: WithCode) =>
	renderEmail('registration-code', `Your code to join ${brand.name}`, fullName, [
		`Thank you for registering with ${brand.name}. Please enter this code on the page where you registered.`,
		{ code },
		`It is valid for ${minutes} minutes and works once. ${NEVER_ASKED}`,
		'If you did not register, someone has probably mistyped their address. You can ignore this email: nothing happens without the code.',
	])

/** Sent when an address that already has an account is registered (P35). `fullName`: the account's, not as typed. */
export const accountExistsEmail = (to: { fullName: string; loginUrl: string; resetUrl: string }) =>
	renderEmail('account-exists', 'You already have an account', to.fullName, [
		`Someone, probably you, has just registered with ${brand.name} using this email address. It already belongs to an account, so we did not open a second one, and nothing in yours has changed.`,
		{ button: 'Log in', url: to.loginUrl },
		'If you have forgotten your password, you can set a new one here.',
		setPassword(to.resetUrl),
		NOTHING_TO_DO,
	])

/** The six-digit code that allows a new password. */
export const resetCodeEmail = ({ fullName, code, minutes }: WithCode) =>
	renderEmail('reset-code', 'Your code for a new password', fullName, [
		`We have been asked to reset the password of your account with ${brand.name}. Please enter this code to choose a new one.`,
		{ code },
		`It is valid for ${minutes} minutes and works once. ${NEVER_ASKED}`,
		'If you did not ask for it, you can ignore this email. Your password has not changed.',
	])

/** Sent for a reset of an address without an account (P35): the page looks the same, only the email tells. */
export const resetUnknownEmail = ({ registerUrl }: { registerUrl: string }) =>
	renderEmail('reset-unknown', 'There is no account with this address', null, [
		`Someone, probably you, has asked to reset a password at ${brand.name} using this email address. No account uses it. Perhaps you registered with another address.`,
		'If you would like to open an account, you can do so here.',
		{ button: 'Register', url: registerUrl },
		NOTHING_TO_DO,
	])

/** Sent after every change of a password. */
export const passwordChangedEmail = ({ fullName, at, resetUrl }: Change & { resetUrl: string }) =>
	renderEmail('password-changed', 'Your password has been changed', fullName, [
		`The password of your account with ${brand.name} was changed on ${formatDateTime(at)}. All other devices have been logged out.`,
		notYouSetPassword(),
		setPassword(resetUrl),
	])

/** Sent to the old address after a change of address. */
export const emailChangedEmail = ({ fullName, newEmail, at }: Change & { newEmail: string }) =>
	renderEmail('email-changed', 'Your email address has been changed', fullName, [
		`The email address of your account with ${brand.name} was changed on ${formatDateTime(at)}. From now on, we write to the new address, and you log in with it.`,
		{ facts: [['New address', newEmail]] },
		`${notYou()} You can no longer log in with this address.`,
	])

/** Sent to the new address before a change of address. */
export const emailChangeCodeEmail = ({ fullName, code, minutes }: WithCode) =>
	renderEmail('email-change-code', 'Your code to confirm this address', fullName, [
		`This address is about to become the email address of an account with ${brand.name}. Please enter this code in your settings to confirm it.`,
		{ code },
		`It is valid for ${minutes} minutes and works once.`,
		'If you did not ask for it, you can ignore this email: nothing happens without the code.',
	])

/**
 * Sent to an address that already has an account when another account wants to change to it (P35): the page looks the
 * same.
 */
export const emailChangeTakenEmail = () =>
	renderEmail('email-change-taken', 'This address already belongs to an account', null, [
		`Someone, probably you, has asked to use this email address for another account with ${brand.name}. It already belongs to an account, so nothing has changed. An address can have only one account.`,
		NOTHING_TO_DO,
	])

/** Sent after two-factor authentication was set up. */
export const secondFactorOnEmail = ({ fullName, at }: Change) =>
	renderEmail('second-factor-on', 'Two-factor authentication is on', fullName, [
		`Two-factor authentication was set up for your account with ${brand.name} on ${formatDateTime(at)}. From now on you need a code from your authenticator app whenever you log in.`,
		'Please keep your recovery codes where you can find them without your phone.',
		notYou(),
	])

/** Sent after two-factor authentication was turned off. */
export const secondFactorOffEmail = ({ fullName, at, resetUrl }: Change & { resetUrl: string }) =>
	renderEmail('second-factor-off', 'Two-factor authentication is off', fullName, [
		`Two-factor authentication was turned off for your account with ${brand.name} on ${formatDateTime(at)}. Your account is now protected by your password only.`,
		notYouSetPassword(),
		setPassword(resetUrl),
	])

/** Sent after new recovery codes were created. */
export const recoveryCodesMadeEmail = ({ fullName, at }: Change) =>
	renderEmail('recovery-codes-made', 'You have new recovery codes', fullName, [
		`New recovery codes were created for your account with ${brand.name} on ${formatDateTime(at)}. The old ones no longer work.`,
		notYou(),
	])

/** Sent after a recovery code was used in place of the app. `left`: how many remain. */
export const recoveryCodeUsedEmail = ({ fullName, at, left }: Change & { left: number }) =>
	renderEmail('recovery-code-used', 'A recovery code for your account was used', fullName, [
		`A recovery code for your account with ${brand.name} was used on ${formatDateTime(at)}. It no longer works.`,
		{ facts: [['Recovery codes left', String(left)]] },
		'You can create new ones in your settings at any time.',
		notYou(),
	])

/** Sent after a sign-in with the right password failed because of wrong codes. */
export const wrongCodesEmail = ({ fullName, at, resetUrl }: Change & { resetUrl: string }) =>
	renderEmail('wrong-second-factor', 'A failed attempt to log in to your account', fullName, [
		`On ${formatDateTime(at)}, somebody entered the password of your account with ${brand.name} and then too many wrong authentication codes. They did not gain access.`,
		'If this was you, no action is needed. If not, somebody knows your password: please set a new one at once.',
		setPassword(resetUrl),
	])

/** Sent after a Google account was linked. */
export const googleLinkedEmail = ({ fullName, at }: Change) =>
	renderEmail('google-linked', 'You can now log in with Google', fullName, [
		`On ${formatDateTime(at)}, your account with ${brand.name} was linked with the Google account that has the same email address. Your password was entered to confirm it. From now on you can log in with either.`,
		notYou(),
	])

type Key = { name: string; isReadOnly: boolean; until: number; url: string }

/** Sent after an API key was created. `url`: of the page that revokes it. */
export const keyMadeEmail = ({ fullName, at, name, isReadOnly, until, url }: Change & Key) =>
	renderEmail('key-made', 'An API key has been created for your account', fullName, [
		`An API key for your account with ${brand.name} was created on ${formatDateTime(at)}.`,
		{
			facts: [
				['Name', name],
				['Access', isReadOnly ? 'Read only' : 'Read and change'],
				['Valid until', formatDateTime(until)],
			],
		},
		{ button: 'See your keys', url },
		`If this was not you, please revoke the key on that page, set a new password and write to us at ${brand.supportEmail}.`,
	])

type Made = { email: string; madeBy: string; loginUrl: string; resetUrl: string }

/** Sent to the owner of an account that an administrator, `madeBy`, has created. Does not contain the password. */
export const accountMadeEmail = ({ fullName, email, madeBy, at, loginUrl, resetUrl }: Change & Made) =>
	renderEmail('account-made', `Your account with ${brand.name}`, fullName, [
		`An account with ${brand.name} was created for you on ${formatDateTime(at)}.`,
		{
			facts: [
				['Created by', `${madeBy}, administrator`],
				['Log in with', email],
			],
		},
		'Please set your own password first. We will email you a code for it.',
		{ button: 'Set your own password', url: resetUrl },
		'Then log in with this address and that password.',
		{ button: 'Log in', url: loginUrl },
		`If you did not expect this, please write to us at ${brand.supportEmail}.`,
	])

type NewRole = { role: 'user' | 'admin'; changedBy: string; loginUrl: string }

/** Sent when an administrator, `changedBy`, has made somebody an administrator or a member. */
export const roleChangedEmail = ({ fullName, role, changedBy, at, loginUrl }: Change & NewRole) =>
	renderEmail(
		'role-changed',
		role === 'admin' ? 'You are now an administrator' : 'You are no longer an administrator',
		fullName,
		[
			role === 'admin'
				? `${changedBy} made you an administrator of ${brand.name} on ${formatDateTime(at)}. Please log in again, and set up two-factor authentication for your account.`
				: `${changedBy} removed your administrator rights at ${brand.name} on ${formatDateTime(at)}. You remain a member.`,
			{ button: 'Log in', url: loginUrl },
			`If you did not expect this, please write to us at ${brand.supportEmail}.`,
		],
	)

/** `cells`: those owned, including pending ones. `references`: of the orders that the deletion rejects. */
type Deletion = { cells: CellPosition[]; references: string[]; byHouse: boolean }

/** Sent to the former address of a deleted account. */
export const accountDeletedEmail = ({ fullName, at, cells, references, byHouse }: Change & Deletion) =>
	renderEmail('account-deleted', 'Your account has been deleted', fullName, [
		`Your account with ${brand.name} was deleted on ${formatDateTime(at)}${byHouse ? ' by us' : ', as you asked'}. Nobody can log in with it any more, and this address can be registered again.`,
		cells.length + references.length > 0 && {
			facts: [
				cells.length > 0 && ['Pixels given up', describeCells(cells)],
				references.length > 0 && ['Orders rejected', references.join(', ')],
			],
		},
		cells.length > 0 && 'The pixels are available to others again, and their content has been erased.',
		references.length > 0 &&
			'If you have made a transfer for one of these orders, please reply to this email and quote its reference.',
		'We keep orders, receipts and the record of who owned which pixel in our books, as the law requires.',
		byHouse
			? `If you believe that this is a mistake, please write to us at ${brand.supportEmail}.`
			: notYou(),
	])
