import { cellsByIds } from '~/domain/grid/layout'
import * as account from '~/domain/mail/account-mails'
import * as alert from '~/domain/mail/alert-mails'
import * as contact from '~/domain/mail/contact-mails'
import * as house from '~/domain/mail/house-mails'
import * as invitation from '~/domain/mail/invitation-mails'
import * as loan from '~/domain/mail/loan-mails'
import * as operator from '~/domain/mail/operator-mails'
import * as order from '~/domain/mail/order-mails'
import { takenMessage } from '~/domain/orders/unavailable-cells'
import type { Mail } from '../../app/server/mail/outbox.server'

/** The code in every sample that has one. */
export const SAMPLE_CODE = '481516'
const AT = Date.UTC(2026, 10, 21, 14, 5)

/** An order of two tiny cells with a coupon. */
export const sampleOrder = (fullName: string): order.OrderForMail => ({
	reference: 'MX7K-Q4TD',
	fullName,
	cells: [
		{ type: 'tiny', row: 8, col: 3 },
		{ type: 'tiny', row: 8, col: 4 },
	],
	subtotalPence: 200_000_00,
	discountPence: 10_000_00,
	couponCode: 'FIRST',
	totalPence: 190_000_00,
	submittedAt: AT,
	url: 'https://mcxi.example/user/history/0c9f',
})

export const samplePapers: order.PaperUrls = {
	receiptUrl: 'https://x.example/user/history/0c9f/receipt.pdf',
	certificateUrl: 'https://x.example/user/history/0c9f/certificate.pdf',
}

const sampleTransfer = (fullName: string): invitation.TransferForMail & { pence: number } => ({
	senderName: fullName,
	recipientName: fullName,
	recipientEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	historyUrl: 'https://x.example/user/history/sold/0c9f',
	manageUrl: 'https://x.example/user/profile?cell=153',
	certificateUrl: 'https://x.example/user/certificates/34CD-67FG-9HJK/certificate.pdf',
	pence: 200_000_00,
})

const sampleInvitation = (fullName: string): invitation.InvitationForMail => ({
	senderName: fullName,
	recipientName: fullName,
	recipientEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	till: null,
	url: 'https://x.example/user/invitations/0c9f',
	hasAccount: true,
	editUrl: 'https://x.example/user/pixels/sell/0c9f/edit',
})

const sampleLoan = (fullName: string): loan.LoanForMail => ({
	lenderName: fullName,
	borrowerName: fullName,
	borrowerEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	until: AT,
	url: 'https://x.example/user/profile?cell=153',
})

const sampleRelease = (fullName: string): house.ReleaseForMail => ({
	fullName,
	cells: sampleOrder(fullName).cells,
	references: ['MX7K-Q4TD'],
	reason: `The payment was called back by the bank.\n\n${fullName}`,
})

/** One email of each kind, to a person of that name. */
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
	account.emailChangeCodeMail({ fullName, code: SAMPLE_CODE, minutes: 5 }),
	account.emailChangeTakenMail(),
	account.secondFactorOnMail({ fullName, at: AT }),
	account.secondFactorOffMail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.recoveryCodesMadeMail({ fullName, at: AT }),
	account.keyMadeMail({
		fullName,
		at: AT,
		name: fullName,
		isReadOnly: true,
		until: AT,
		url: 'https://x.example/k',
	}),
	account.recoveryCodeUsedMail({ fullName, at: AT, left: 7 }),
	account.wrongCodesMail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.googleLinkedMail({ fullName, at: AT }),
	order.checkoutHeldMail(
		{ ...sampleOrder(fullName), submittedAt: null },
		'https://x.example/user/checkout/0c9f',
		AT,
	),
	order.holdReminderMail(
		{ ...sampleOrder(fullName), submittedAt: null },
		'https://x.example/user/checkout/0c9f',
		AT,
	),
	order.orderReceivedMail(sampleOrder(fullName)),
	order.orderApprovedMail(sampleOrder(fullName), samplePapers),
	order.orderRejectedMail(sampleOrder(fullName), fullName),
	order.orderFailedMail(
		sampleOrder(fullName),
		takenMessage([
			{ cell: 114, holdUntil: null },
			{ cell: 115, holdUntil: AT },
		]),
	),
	order.orderAssignedMail(sampleOrder(fullName)),
	order.orderRefundedMail(sampleOrder(fullName), {
		on: '2026-11-24',
		pence: 190_000_00,
		bankReference: 'RF-2026-11',
	}),
	order.orderMessageMail(
		sampleOrder(fullName),
		`Your bank has sent the transfer twice.\nWhich of the two shall we send back?\n\n${fullName}`,
	),
	invitation.invitationReceivedMail(sampleInvitation(fullName)),
	invitation.invitationReceivedMail({ ...sampleInvitation(fullName), till: AT, hasAccount: false }),
	invitation.invitationSentMail({ ...sampleInvitation(fullName), to: fullName }),
	invitation.invitationChangedMail({ ...sampleInvitation(fullName), till: AT }),
	invitation.invitationWithdrawnMail(sampleInvitation(fullName)),
	...(['lender', 'borrower'] as const).flatMap(side => [
		loan.loanStartedMail(sampleLoan(fullName), side),
		loan.loanEndsSoonMail(sampleLoan(fullName), side),
		loan.loanEndedMail(sampleLoan(fullName), side),
		loan.loanEndedEarlyMail(sampleLoan(fullName), side),
	]),
	house.pixelsReleasedMail(sampleRelease(fullName), false),
	house.pixelsReleasedMail(sampleRelease(fullName), true),
	house.holdEndedMail(sampleRelease(fullName)),
	invitation.invitationAcceptedMail(sampleTransfer(fullName)),
	invitation.pixelsReceivedMail(sampleTransfer(fullName)),
	invitation.invitationRejectedMail(sampleTransfer(fullName)),
	account.accountDeletedMail({
		fullName,
		at: AT,
		cells: sampleOrder(fullName).cells,
		references: ['MX7K-Q4TD'],
		byHouse: false,
	}),
	invitation.invitationSenderDeletedMail(sampleOrder(fullName).cells),
	invitation.invitationClosedMail({
		fullName,
		recipientEmail: 'grace@x.example',
		cells: sampleOrder(fullName).cells,
	}),
	loan.loanAccountDeletedMail({ fullName, side: 'owner', cells: sampleOrder(fullName).cells }),
	account.accountMadeMail({
		fullName,
		email: 'ada@example.test',
		madeBy: 'Grace Example',
		at: AT,
		loginUrl: 'https://market.example/login',
		resetUrl: 'https://market.example/forgot-password',
	}),
	account.roleChangedMail({
		fullName,
		role: 'admin',
		changedBy: 'Grace Example',
		at: AT,
		loginUrl: 'https://market.example/login',
	}),
	alert.pixelsFreeMail({
		fullName,
		cells: cellsByIds([112, 113]),
		url: 'https://x.example/user/pixels/buy?cell=112',
	}),
	contact.contactMail({
		firstName: fullName,
		lastName: 'B',
		email: `${fullName}@x.example`,
		message: `May I see the grid in print before I decide?\n\n${fullName}`,
	}),
	contact.contactReceivedMail({ firstName: fullName, lastName: 'B' }),
	operator.testMail({ askedBy: fullName, at: AT, url: 'https://x.example/' }),
	operator.newPaymentMail({
		...sampleOrder(fullName),
		buyer: { name: fullName, email: 'grace@x.example' },
		failure: null,
	}),
	operator.paymentsSummaryMail({
		day: '2026-11-21',
		count: 21,
		pence: 3_990_000_00,
		receivedPence: 2_100_000_00,
		sentPence: 100_000_00,
		newest: Array.from({ length: 20 }, () => ({
			reference: 'MX7K-Q4TD',
			name: fullName,
			totalPence: 190_000_00,
		})),
		waiting: 23,
		url: 'https://x.example/admin/transactions?status=pending',
	}),
]
