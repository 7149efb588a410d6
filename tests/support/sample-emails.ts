import { cellsByIds } from '~/domain/grid/layout'
import * as account from '~/domain/mail/account-emails'
import * as alert from '~/domain/mail/alert-emails'
import * as house from '~/domain/mail/house-emails'
import * as invitation from '~/domain/mail/invitation-emails'
import * as loan from '~/domain/mail/loan-emails'
import * as contact from '~/domain/mail/operator-emails'
import * as operator from '~/domain/mail/operator-emails'
import * as order from '~/domain/mail/order-emails'
import { unavailableMessage } from '~/domain/orders/unavailable-cells'
import type { Mail } from '~/server/mail/outbox.server'

/** The code in every sample with a code. */
export const SAMPLE_CODE = '481516'
const AT = Date.UTC(2026, 10, 21, 14, 5)

/** An order of two tiny cells with a coupon. */
export const sampleOrder = (fullName: string): order.OrderForEmail => ({
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

export const samplePapers: order.ApprovedUrls = {
	pageUrl: 'https://x.example/pixels/153',
	receiptUrl: 'https://x.example/user/history/0c9f/receipt.pdf',
	certificateUrl: 'https://x.example/user/history/0c9f/certificate.pdf',
}

const sampleTransfer = (fullName: string): invitation.TransferForEmail & { pence: number } => ({
	senderName: fullName,
	recipientName: fullName,
	recipientEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	historyUrl: 'https://x.example/user/history/sold/0c9f',
	manageUrl: 'https://x.example/user/profile?cell=153',
	certificateUrl: 'https://x.example/user/certificates/34CD-67FG-9HJK/certificate.pdf',
	pence: 200_000_00,
})

const sampleInvitation = (fullName: string): invitation.InvitationForEmail => ({
	senderName: fullName,
	recipientName: fullName,
	recipientEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	until: null,
	url: 'https://x.example/user/invitations/0c9f',
	hasAccount: true,
	editUrl: 'https://x.example/user/pixels/sell/0c9f/edit',
})

const sampleLoan = (fullName: string): loan.LoanForEmail => ({
	lenderName: fullName,
	borrowerName: fullName,
	borrowerEmail: 'grace@x.example',
	cells: sampleOrder(fullName).cells,
	until: AT,
	url: 'https://x.example/user/profile?cell=153',
})

const sampleRelease = (fullName: string): house.ReleaseForEmail => ({
	fullName,
	cells: sampleOrder(fullName).cells,
	references: ['MX7K-Q4TD'],
	reason: `The payment was called back by the bank.\n\n${fullName}`,
})

/** One email of each kind, to a person of this name. */
export const sampleEmails = (fullName: string): Mail[] => [
	account.registrationCodeEmail({ fullName, code: SAMPLE_CODE, minutes: 5 }),
	account.accountExistsEmail({
		fullName,
		loginUrl: 'https://x.example/login',
		resetUrl: 'https://x.example/f',
	}),
	account.resetCodeEmail({ fullName, code: SAMPLE_CODE, minutes: 10 }),
	account.resetUnknownEmail({ registerUrl: 'https://x.example/register' }),
	account.passwordChangedEmail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.emailChangedEmail({ fullName, newEmail: `${fullName}@new.example`, at: AT }),
	account.emailChangeCodeEmail({ fullName, code: SAMPLE_CODE, minutes: 5 }),
	account.emailChangeTakenEmail(),
	account.secondFactorOnEmail({ fullName, at: AT }),
	account.secondFactorOffEmail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.recoveryCodesMadeEmail({ fullName, at: AT }),
	account.keyMadeEmail({
		fullName,
		at: AT,
		name: fullName,
		isReadOnly: true,
		until: AT,
		url: 'https://x.example/k',
	}),
	account.recoveryCodeUsedEmail({ fullName, at: AT, left: 7 }),
	account.wrongCodesEmail({ fullName, at: AT, resetUrl: 'https://x.example/forgot-password' }),
	account.googleLinkedEmail({ fullName, at: AT }),
	order.checkoutHeldEmail(
		{ ...sampleOrder(fullName), submittedAt: null },
		'https://x.example/user/checkout/0c9f',
		AT,
	),
	order.holdReminderEmail(
		{ ...sampleOrder(fullName), submittedAt: null },
		'https://x.example/user/checkout/0c9f',
		AT,
	),
	order.orderReceivedEmail(sampleOrder(fullName)),
	order.orderApprovedEmail(sampleOrder(fullName), samplePapers),
	order.orderRejectedEmail(sampleOrder(fullName), fullName),
	order.orderFailedEmail(
		sampleOrder(fullName),
		unavailableMessage([
			{ cell: 114, holdUntil: null },
			{ cell: 115, holdUntil: AT },
		]),
	),
	order.orderAssignedEmail(sampleOrder(fullName)),
	order.orderRefundedEmail(sampleOrder(fullName), {
		on: '2026-11-24',
		pence: 190_000_00,
		bankReference: 'RF-2026-11',
	}),
	order.orderMessageEmail(
		sampleOrder(fullName),
		`Your bank has sent the transfer twice.\nWhich of the two shall we send back?\n\n${fullName}`,
	),
	invitation.invitationReceivedEmail(sampleInvitation(fullName)),
	invitation.invitationReceivedEmail({ ...sampleInvitation(fullName), until: AT, hasAccount: false }),
	invitation.invitationSentEmail({ ...sampleInvitation(fullName), to: fullName }),
	invitation.invitationChangedEmail({ ...sampleInvitation(fullName), until: AT }),
	invitation.invitationWithdrawnEmail(sampleInvitation(fullName)),
	...(['lender', 'borrower'] as const).flatMap(side => [
		loan.loanStartedEmail(sampleLoan(fullName), side),
		loan.loanEndsSoonEmail(sampleLoan(fullName), side),
		loan.loanEndedEmail(sampleLoan(fullName), side),
		loan.loanEndedEarlyEmail(sampleLoan(fullName), side),
	]),
	house.pixelsReleasedEmail(sampleRelease(fullName), false),
	house.pixelsReleasedEmail(sampleRelease(fullName), true),
	house.holdEndedEmail(sampleRelease(fullName)),
	invitation.invitationAcceptedEmail(sampleTransfer(fullName)),
	invitation.pixelsReceivedEmail(sampleTransfer(fullName)),
	invitation.invitationRejectedEmail(sampleTransfer(fullName)),
	account.accountDeletedEmail({
		fullName,
		at: AT,
		cells: sampleOrder(fullName).cells,
		references: ['MX7K-Q4TD'],
		byHouse: false,
	}),
	invitation.invitationSenderDeletedEmail(sampleOrder(fullName).cells),
	invitation.invitationClosedEmail({
		fullName,
		recipientEmail: 'grace@x.example',
		cells: sampleOrder(fullName).cells,
	}),
	loan.loanAccountDeletedEmail({ fullName, side: 'owner', cells: sampleOrder(fullName).cells }),
	account.accountMadeEmail({
		fullName,
		email: 'ada@example.test',
		madeBy: 'Grace Example',
		at: AT,
		loginUrl: 'https://market.example/login',
		resetUrl: 'https://market.example/forgot-password',
	}),
	account.roleChangedEmail({
		fullName,
		role: 'admin',
		changedBy: 'Grace Example',
		at: AT,
		loginUrl: 'https://market.example/login',
	}),
	operator.limitRaisedEmail({
		fullName,
		changedBy: 'Grace Example',
		from: 1_000_000_00,
		to: 0,
		at: AT,
		url: 'https://market.example/admin/audit?kind=setting',
	}),
	operator.bankDetailsChangedEmail({
		fullName,
		changedBy: fullName,
		lines: [
			['Account holder', 'Example Holdings Ltd'],
			['IBAN', 'GB00 EXMP 0000 0000 0000 00'],
		],
		at: AT,
		url: 'https://market.example/admin/setting',
	}),
	alert.pixelsFreeEmail({
		fullName,
		cells: cellsByIds([112, 113]),
		url: 'https://x.example/user/pixels/buy?cell=112',
	}),
	contact.contactEmail({
		firstName: fullName,
		lastName: 'B',
		email: `${fullName}@x.example`,
		message: `May I see the grid in print before I decide?\n\n${fullName}`,
	}),
	contact.contactReceivedEmail({ firstName: fullName, lastName: 'B' }),
	operator.testEmail({ askedBy: fullName, at: AT, url: 'https://x.example/' }),
	operator.newPaymentEmail({
		...sampleOrder(fullName),
		buyer: { name: fullName, email: 'grace@x.example' },
		failure: null,
	}),
	operator.paymentsSummaryEmail({
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
