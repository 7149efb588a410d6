import { ORDER_ACTIONS, formatOrderAction as orderActionLabel } from '~/domain/orders/review/labels'
import type { AuditKind } from '~/server/db/audit.server'

/* The labels of the audit. */

const KINDS: Readonly<Record<AuditKind, string>> = {
	order: 'Order',
	account: 'Account',
	coupon: 'Coupon',
	transfer: 'Invitation',
	cell: 'Pixels',
	creative: 'Image',
	setting: 'Setting',
	mail: 'Email',
	statement: 'Bank statement',
}
export const AUDIT_KINDS = Object.keys(KINDS) as AuditKind[]

/** The address of entries that the operator's commands make, without a signed-in account. */
export const COMMAND_LINE = 'command line'

/** Returns the label of a kind: 'Order', 'Invitation'. */
export function formatAuditKind(kind: string): string {
	return KINDS[kind as AuditKind] ?? kind
}

const ACTIONS: Readonly<Record<string, string>> = {
	'account.register': 'Registered',
	'account.create': 'Account created',
	'account.change': 'Account changed',
	'account.role': 'Role changed',
	'account.name-change': 'Name changed',
	'account.name-public-change': 'Name shown or hidden in public',
	'account.phone-change': 'Telephone number changed',
	'account.photo-change': 'Photo changed',
	'account.photo-delete': 'Photo deleted',
	'account.delete': 'Account deleted',
	'account.email-change': 'Email changed',
	'account.password-change': 'Password changed',
	'account.password-reset': 'Password reset',
	'account.password-set': 'Password set by an administrator',
	'account.google-link': 'Linked with Google',
	'account.password-issued': 'New password issued by the operator',
	'account.second-factor-on': 'Two-factor authentication set up',
	'account.second-factor-off': 'Two-factor authentication turned off',
	'account.second-factor-removed': 'Two-factor authentication removed by the operator',
	'account.second-factor-refused': 'Two-factor code refused',
	'account.recovery-code-used': 'Recovery code used',
	'account.recovery-codes-renewed': 'Recovery codes renewed',
	'account.note': 'Note about a user added',
	'account.key-make': 'API key created',
	'account.session-end': 'Session ended',
	'account.sessions-end': 'Other sessions ended',
	'account.export': 'Own data downloaded',
	'cell.reserve': 'Pixels reserved',
	'cell.restore': 'Pixels restored',
	'cell.delete': 'Pixels deleted',
	'coupon.create': 'Coupon created',
	'coupon.change': 'Coupon changed',
	'coupon.delete': 'Coupon deleted',
	'creative.save': 'Image saved',
	'creative.delete-image': 'Image deleted',
	'gateway.change': 'Payment gateway changed',
	'mail.send-again': 'Email sent again',
	'mail.send-failed-again': 'Failed emails sent again',
	'mail.try-now': 'Email sent again at once',
	'mail.address': 'Address of an email changed',
	'mail.test': 'Test email sent',
	'price.change': 'Price changed',
	'setting.change': 'Setting changed',
	'statement.import': 'Bank statement imported',
	'statement.dismiss': 'Bank line dismissed',
	'statement.map': 'Columns of a bank file chosen',
	'statement.reopen': 'Bank line opened again',
	'transfer.accept': 'Invitation accepted',
	'transfer.reject': 'Invitation rejected',
	'transfer.send': 'Invitation sent',
	'transfer.edit': 'Invitation changed',
	'transfer.delete': 'Invitation withdrawn',
	'transfer.lend': 'Pixels lent',
}

/** Returns the label of an action: 'Coupon changed', 'Approved'; an action without a label is shown as it is stored. */
export function formatAuditAction(action: string): string {
	const known = ACTIONS[action]
	if (known) return known
	if (action.startsWith('order.')) return orderActionLabel(action)
	const [kind = '', verb = ''] = action.split('.')
	return `${formatAuditKind(kind)}: ${verb.replaceAll('-', ' ')}`
}

/** Every action of the audit. */
export const AUDIT_ACTIONS = [...ORDER_ACTIONS, ...Object.keys(ACTIONS)]

/** Returns the kind of subject of an action. */
export function getActionKind(action: string): AuditKind {
	const [kind = ''] = action.split('.')
	return AUDIT_KINDS.find(auditKind => auditKind === kind) ?? 'setting'
}

/** Finds the actions whose labels match a search. */
export function matchingActions(q: string): string[] {
	const words = q.toLowerCase()
	return AUDIT_ACTIONS.filter(action => formatAuditAction(action).toLowerCase().includes(words))
}
