import * as account from '~/domain/mail/account-mails'
import * as contact from '~/domain/mail/contact-mails'
import * as order from '~/domain/mail/order-mails'
import * as transfer from '~/domain/mail/transfer-mails'
import type { Mail } from '~/server/outbox.server'

/** The code in every sample that has one. */
export const SAMPLE_CODE = '481516'
const AT = Date.UTC(2026, 10, 21, 14, 5)

/** An order of two tiny cells with a coupon. */
export const sampleOrder = (fullName: string): order.OrderForMail => ({
	reference: 'MX7K-Q4TD',
	fullName,
	cells: [
		{ type: 'tiny', row: 8, col: 3, pricePence: 100_000_00 },
		{ type: 'tiny', row: 8, col: 4, pricePence: 100_000_00 },
	],
	subtotalPence: 200_000_00,
	discountPence: 10_000_00,
	couponCode: 'FIRST',
	totalPence: 190_000_00,
	submittedAt: AT,
	url: 'https://mcxi.example/user/history/0c9f',
})

const sampleTransfer = (fullName: string): transfer.TransferForMail & { pence: number } => ({
	senderName: fullName,
	recipientName: fullName,
	recipientEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	historyUrl: 'https://x.example/user/history/sold/0c9f',
	manageUrl: 'https://x.example/user/profile?cell=153',
	pence: 200_000_00,
})

/** One letter of each kind, to a person of that name. */
export const sampleMails = (fullName: string): Mail[] => [
	account.registrationCodeMail({ fullName, code: SAMPLE_CODE, minutes: 5 }),
	account.accountExistsMail({
		fullName,
		loginUrl: 'https://x.example/login',
		resetUrl: 'https://x.example/f',
	}),
	account.resetCodeMail({ fullName, code: SAMPLE_CODE, minutes: 10 }),
	account.resetUnknownMail({ registerUrl: 'https://x.example/register' }),
	account.passwordChangedMail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.emailChangedMail({ fullName, newEmail: `${fullName}@new.example`, at: AT }),
	account.emailChangeCodeMail({ fullName, code: SAMPLE_CODE, minutes: 10 }),
	order.checkoutHeldMail(
		{ ...sampleOrder(fullName), submittedAt: null },
		'https://x.example/user/checkout/0c9f',
		AT,
	),
	order.orderReceivedMail(sampleOrder(fullName)),
	order.orderApprovedMail(sampleOrder(fullName)),
	order.orderRejectedMail(sampleOrder(fullName), fullName),
	order.orderFailedMail(sampleOrder(fullName)),
	transfer.invitationAcceptedMail(sampleTransfer(fullName)),
	transfer.pixelsReceivedMail(sampleTransfer(fullName)),
	transfer.invitationRejectedMail(sampleTransfer(fullName)),
	contact.contactMail({
		firstName: fullName,
		lastName: 'B',
		email: `${fullName}@x.example`,
		message: `May I see the grid in print before I decide?\n\n${fullName}`,
	}),
	contact.contactReceivedMail({ firstName: fullName, lastName: 'B' }),
]
