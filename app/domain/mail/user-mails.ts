import { brand } from '~/domain/brand'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { renderEmail } from './render-email'

/* Emails about what an administrator does with somebody's account. `at`: UTC ms, URLs are absolute. */

/** To somebody for whom an administrator has made an account. The password is not in it. */
export function accountMadeMail({
	fullName,
	email,
	madeBy,
	at,
	loginUrl,
	resetUrl,
}: {
	fullName: string
	email: string
	/** The administrator's name. */
	madeBy: string
	at: number
	loginUrl: string
	resetUrl: string
}): Mail {
	return renderEmail({
		kind: 'account-made',
		subject: `Your account with ${brand.name}`,
		to: fullName,
		parts: [
			`An account with ${brand.name} was made for you on ${momentText(at)}.`,
			{
				facts: [
					['Made by', `${madeBy}, administrator`],
					['You log in with', email],
				],
			},
			'Please set a password of your own first: we shall send a code to this address for it.',
			{ button: 'Set your own password', url: resetUrl },
			'Then log in with this address and that password.',
			{ button: 'Log in', url: loginUrl },
			`If you know nothing of this, please write to us at ${brand.supportEmail}.`,
		],
	})
}

/** To somebody who has become an administrator, or is none any more. */
export function roleChangedMail({
	fullName,
	role,
	changedBy,
	at,
	loginUrl,
}: {
	fullName: string
	role: 'user' | 'admin'
	changedBy: string
	at: number
	loginUrl: string
}): Mail {
	const isAdmin = role === 'admin'
	return renderEmail({
		kind: 'role-changed',
		subject: isAdmin ? 'You are an administrator now' : 'You are no longer an administrator',
		to: fullName,
		parts: [
			isAdmin
				? `${changedBy} made you an administrator of ${brand.name} on ${momentText(at)}. Please log in again, and set up a second factor for your account.`
				: `${changedBy} ended your rights as an administrator of ${brand.name} on ${momentText(at)}. Your account goes on as that of a member.`,
			{ button: 'Log in', url: loginUrl },
			`If this surprises you, please write to us at ${brand.supportEmail}.`,
		],
	})
}
