import { brand } from '~/domain/brand'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { renderEmail } from './render-email'

/* Emails about an account. An email with a code has exactly one run of six figures in its text. */

type CodeFacts = { fullName: string; code: string; minutes: number }

/** The six-figure code that finishes a registration. */
export function registrationCodeMail({ fullName, code, minutes }: CodeFacts): Mail {
	return renderEmail({
		kind: 'registration-code',
		subject: `Your code to join ${brand.name}`,
		to: fullName,
		parts: [
			`Thank you for registering with ${brand.name}. Please enter this code on the page where you registered.`,
			{ code },
			`It is valid for ${minutes} minutes and works once. We shall never ask you for it by telephone or by email.`,
			'If you did not register, someone has probably mistyped their address. You may ignore this email; without the code nothing happens.',
		],
	})
}

/** For a registration with an address that has an account already (P35). URLs are absolute. */
export function accountExistsMail({
	fullName,
	loginUrl,
	resetUrl,
}: {
	/** The name on the account, not the one that was typed. */
	fullName: string
	loginUrl: string
	resetUrl: string
}): Mail {
	return renderEmail({
		kind: 'account-exists',
		subject: 'You already have an account',
		to: fullName,
		parts: [
			`Someone, probably you, has just registered with ${brand.name} using this email address. It belongs to an account already, so no second one was opened and nothing about yours has changed.`,
			{ button: 'Log in', url: loginUrl },
			'If you have forgotten your password, you can set a new one here.',
			{ button: 'Set a new password', url: resetUrl },
			'If it was not you, there is nothing you need to do.',
		],
	})
}

/** The six-figure code that allows a new password. */
export function resetCodeMail({ fullName, code, minutes }: CodeFacts): Mail {
	return renderEmail({
		kind: 'reset-code',
		subject: 'Your code for a new password',
		to: fullName,
		parts: [
			`We have been asked to reset the password of your account with ${brand.name}. Please enter this code to choose a new one.`,
			{ code },
			`It is valid for ${minutes} minutes and works once. We shall never ask you for it by telephone or by email.`,
			'If you did not ask for it, you may ignore this email. Your password stays as it is.',
		],
	})
}

/** For a reset with an address that has no account (P35): the page says the same, the email tells. */
export function resetUnknownMail({ registerUrl }: { registerUrl: string }): Mail {
	return renderEmail({
		kind: 'reset-unknown',
		subject: 'There is no account with this address',
		parts: [
			`Someone, probably you, has asked to reset a password at ${brand.name} using this email address. There is no account with it. Perhaps you registered with another address.`,
			'If you would like to open an account, you can do so here.',
			{ button: 'Register', url: registerUrl },
			'If it was not you, there is nothing you need to do.',
		],
	})
}

/** After every change of a password. `at`: UTC ms. */
export function passwordChangedMail({
	fullName,
	at,
	resetUrl,
}: {
	fullName: string
	at: number
	resetUrl: string
}): Mail {
	return renderEmail({
		kind: 'password-changed',
		subject: 'Your password has been changed',
		to: fullName,
		parts: [
			`The password of your account with ${brand.name} was changed on ${momentText(at)}. All other devices have been signed out.`,
			`If it was you, there is nothing left to do. If it was not, please set a new password at once and write to us at ${brand.supportEmail}.`,
			{ button: 'Set a new password', url: resetUrl },
		],
	})
}

/** To the old address, after a change of address. `at`: UTC ms. */
export function emailChangedMail({
	fullName,
	newEmail,
	at,
}: {
	fullName: string
	newEmail: string
	at: number
}): Mail {
	return renderEmail({
		kind: 'email-changed',
		subject: 'Your email address has been changed',
		to: fullName,
		parts: [
			`The email address of your account with ${brand.name} was changed on ${momentText(at)}. From now on our emails go to the new address, and you log in with it.`,
			{ facts: [['New address', newEmail]] },
			`If it was not you, please write to us at once at ${brand.supportEmail}. This address no longer opens the account.`,
		],
	})
}

/** To the new address, before a change of address. */
export function emailChangeCodeMail({ fullName, code, minutes }: CodeFacts): Mail {
	return renderEmail({
		kind: 'email-change-code',
		subject: 'Your code to confirm this address',
		to: fullName,
		parts: [
			`This address is to become the one of an account with ${brand.name}. Please enter this code in your settings to confirm it.`,
			{ code },
			`It is valid for ${minutes} minutes and works once.`,
			'If you did not ask for it, you may ignore this email; without the code nothing happens.',
		],
	})
}

/** To an address that has an account, which somebody wants to be the one of another (P35): the page says the same. */
export function emailChangeTakenMail(): Mail {
	return renderEmail({
		kind: 'email-change-taken',
		subject: 'This address belongs to an account already',
		parts: [
			`Someone, probably you, has asked to use this email address for another account with ${brand.name}. It belongs to an account already, so nothing has changed. An address can have one account.`,
			'If it was not you, there is nothing you need to do.',
		],
	})
}
