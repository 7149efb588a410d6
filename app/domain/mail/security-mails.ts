import { brand } from '~/domain/brand'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { oneLine, renderEmail } from './render-email'

/* Emails about how an account is kept safe. `at`: UTC ms. */

type Change = { fullName: string; at: number }

const notYou = () => `If it was not you, please write to us at once at ${brand.supportEmail}.`

/** After a second factor was set up. */
export function secondFactorOnMail({ fullName, at }: Change): Mail {
	return renderEmail({
		kind: 'second-factor-on',
		subject: 'A second factor now protects your account',
		to: fullName,
		parts: [
			`A second factor was set up for your account with ${brand.name} on ${momentText(at)}. From now on we ask for a code of your authenticator app whenever you log in.`,
			'Please keep your recovery codes where you will find them without your telephone.',
			notYou(),
		],
	})
}

/** After a second factor was turned off. */
export function secondFactorOffMail({ fullName, at, resetUrl }: Change & { resetUrl: string }): Mail {
	return renderEmail({
		kind: 'second-factor-off',
		subject: 'Your second factor has been turned off',
		to: fullName,
		parts: [
			`The second factor of your account with ${brand.name} was turned off on ${momentText(at)}. Your password alone opens it now.`,
			`If it was you, there is nothing left to do. If it was not, please set a new password at once and write to us at ${brand.supportEmail}.`,
			{ button: 'Set a new password', url: resetUrl },
		],
	})
}

/** After new recovery codes were made. */
export function recoveryCodesMadeMail({ fullName, at }: Change): Mail {
	return renderEmail({
		kind: 'recovery-codes-made',
		subject: 'You have new recovery codes',
		to: fullName,
		parts: [
			`New recovery codes were made for your account with ${brand.name} on ${momentText(at)}. The former ones no longer open it.`,
			notYou(),
		],
	})
}

/** After a recovery code took the place of the app. `left`: how many there are still. */
export function recoveryCodeUsedMail({ fullName, at, left }: Change & { left: number }): Mail {
	return renderEmail({
		kind: 'recovery-code-used',
		subject: 'A recovery code of your account was used',
		to: fullName,
		parts: [
			`A recovery code of your account with ${brand.name} was used on ${momentText(at)}. It works no longer.`,
			{ facts: [['Recovery codes left', String(left)]] },
			'You can make new ones in your settings at any time.',
			notYou(),
		],
	})
}

/** After a sign-in with the right password failed for want of the right code. */
export function wrongCodesMail({ fullName, at, resetUrl }: Change & { resetUrl: string }): Mail {
	return renderEmail({
		kind: 'wrong-second-factor',
		subject: 'Somebody could not log in to your account',
		to: fullName,
		parts: [
			`On ${momentText(at)} somebody entered the password of your account with ${brand.name}, and then too many wrong codes of the second factor. They were not let in.`,
			'If it was you, there is nothing you need to do. If it was not, somebody knows your password. Please set a new one.',
			{ button: 'Set a new password', url: resetUrl },
		],
	})
}

/** After a Google account was linked. */
export function googleLinkedMail({ fullName, at }: Change): Mail {
	return renderEmail({
		kind: 'google-linked',
		subject: 'You can now log in with Google',
		to: fullName,
		parts: [
			`On ${momentText(at)} your account with ${brand.name} was linked with the Google account that has the same email address. Your password was entered for it. Either of the two opens the account from now on.`,
			notYou(),
		],
	})
}

/** After a key for the API was made. `until`: UTC ms. `url`: of the page that ends it. */
export function keyMadeMail({
	fullName,
	at,
	name,
	isReadOnly,
	until,
	url,
}: Change & { name: string; isReadOnly: boolean; until: number; url: string }): Mail {
	return renderEmail({
		kind: 'key-made',
		subject: 'A key for your account has been made',
		to: fullName,
		parts: [
			`A key with which a program can use your account with ${brand.name} was made on ${momentText(at)}.`,
			{
				facts: [
					['Name', oneLine(name)],
					['It may', isReadOnly ? 'read' : 'read and change'],
					['Until', momentText(until)],
				],
			},
			{ button: 'See your keys', url },
			`If it was not you, end the key on that page, set a new password and write to us at ${brand.supportEmail}.`,
		],
	})
}
