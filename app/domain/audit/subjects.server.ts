import { eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DELETED_NAME } from '~/domain/accounts/own-data/deletion-rules'
import { normaliseCouponCode } from '~/domain/coupons/rules'
import { formatPixelCount, formatPlace } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { chosenPath } from '~/domain/house/paths'
import { findByTrigrams, findNewestMatches } from '~/domain/search/trigrams.server'
import { SETTING_LABELS, type SettingKey } from '~/domain/settings/schema'
import { capitalize } from '~/domain/text'
import { isIn } from '~/server/db/conditions.server'
import { db } from '~/server/db/db.server'
import {
	accounts,
	bankEntries,
	coupons,
	orders,
	outbox,
	payments,
	statements,
	transfers,
} from '~/server/db/schema.server'
import { MONEY_KEYS, moneyLabel } from './details'

const MAX_NAMES = 20

/**
 * Finds the ids of the subjects that the words may refer to: ids, people by name or email, orders by reference or
 * searched text, coupons by code, including deleted ones. At most twenty of each. A complete id, as in links to the
 * audit log, matches only itself.
 */
export async function matchingSubjects(q: string): Promise<string[]> {
	if (z.uuid().safeParse(q).success) return [q.toLowerCase()]
	const [people, submitted, others, codes] = await Promise.all([
		findNewestMatches(findByTrigrams('account', q), MAX_NAMES),
		findNewestMatches(findByTrigrams('order', q), MAX_NAMES),
		db
			.select({ id: orders.id })
			.from(orders)
			.where(or(eq(orders.reference, q.toUpperCase()), eq(orders.id, q)))
			.limit(1),
		db
			.select({ id: coupons.id })
			.from(coupons)
			.where(sql`instr(${coupons.codeNormal}, ${normaliseCouponCode(q)}) > 0`)
			.limit(MAX_NAMES),
	])
	return [...new Set([q, ...people, ...submitted, ...[...others, ...codes].map(row => row.id)])]
}

/** The label of a subject, and the page that shows it, if any. */
export type Subject = { label: string; href: string | undefined }

type Entry = { subjectType: string; subjectId: string }

/** Reads the current names of the subjects of a page's entries, by id. One query per kind. */
export async function nameSubjects(entries: readonly Entry[]): Promise<Record<string, Subject>> {
	const getIds = (type: string) =>
		entries.filter(entry => entry.subjectType === type).map(entry => entry.subjectId)
	const [someOrders, people, someCoupons, someTransfers, someStatements, emails] = await Promise.all([
		db
			.select({ id: orders.id, reference: orders.reference, submittedAt: orders.submittedAt })
			.from(orders)
			.where(inArray(orders.id, getIds('order'))),
		db
			.select({ id: accounts.id, name: accounts.fullName, deletedAt: accounts.deletedAt })
			.from(accounts)
			.where(inArray(accounts.id, getIds('account'))),
		db
			.select({ id: coupons.id, code: coupons.code, deletedAt: coupons.deletedAt })
			.from(coupons)
			.where(inArray(coupons.id, getIds('coupon'))),
		db
			.select({ id: transfers.id, status: transfers.status })
			.from(transfers)
			.where(inArray(transfers.id, getIds('transfer'))),
		db
			.select({ id: statements.id, name: statements.name })
			.from(statements)
			.where(inArray(statements.id, getIds('statement'))),
		db
			.select({ id: outbox.id, subject: outbox.subject })
			.from(outbox)
			.where(inArray(outbox.id, getIds('mail'))),
	])
	return Object.fromEntries([
		...someOrders.map(order => [
			order.id,
			{
				label: order.reference,
				href: order.submittedAt === null ? undefined : `/admin/transactions/${order.id}`,
			},
		]),
		...people.map(person => [
			person.id,
			{
				label: formatPersonName(person),
				href: person.deletedAt === null ? `/admin/userManagement/${person.id}` : undefined,
			},
		]),
		...someCoupons.map(coupon => [
			coupon.id,
			{ label: coupon.code, href: coupon.deletedAt === null ? `/admin/coupon/${coupon.id}` : undefined },
		]),
		...getIds('setting').map(key => [key, settingSubject(key)]),
		...someTransfers.map(({ id, status }) => [
			id,
			{
				label: id.slice(0, 8),
				href: status === 'accepted' ? `/admin/history/sold/${id}` : undefined,
			},
		]),
		...someStatements.map(({ id, name }) => [id, { label: name, href: `/admin/statements/${id}` }]),
		// A test email has the address it went to.
		...getIds('mail').map(id => [
			id,
			{ label: id.includes('@') ? id : 'Deleted email', href: '/admin/outbox' },
		]),
		['failed', { label: 'All failed emails', href: '/admin/outbox?status=failed' }],
		...emails.map(({ id, subject }) => [id, { label: subject, href: `/admin/outbox/${id}` }]),
	])
}

const OWN_PAGE = ['prices', 'gateway', 'brand']

/* A key without a label is shown as it is: 'Statement columns'. */
function settingSubject(key: string): Subject {
	const words = key.replace(/Pence$/, '').replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`)
	return {
		label: Object.hasOwn(SETTING_LABELS, key) ? SETTING_LABELS[key as SettingKey] : capitalize(words),
		href: OWN_PAGE.includes(key) ? `/admin/setting/${key}` : '/admin/setting',
	}
}

/**
 * Describes pixels, and images placed on them, by place: 'Tiny, row 8, column 3', or '6 pixels, the first: ...'.
 * Undefined for other subjects.
 */
export function pixelsSubject(type: string, detail: Record<string, unknown> | null): Subject | undefined {
	if (type !== 'cell' && type !== 'creative') return undefined
	const ids = z.array(z.number()).safeParse(detail?.['cells']).data ?? []
	const areas = splitIntoRectangles(cellsByIds(ids))
	const [first] = areas
	if (!first) return undefined
	const where = formatPlace(first)
	return {
		label: areas.length === 1 ? where : `${formatPixelCount(ids.length)}, the first: ${where}`,
		href: chosenPath(ids),
	}
}

/** Reads the labels of the bank lines and rows of the ledger that entries name in their details, by id. */
export async function readMoneyLabels(entries: readonly { detail: Record<string, unknown> | null }[]) {
	const ids = entries.flatMap(({ detail }) => MONEY_KEYS.flatMap(key => detail?.[key] ?? [])).map(String)
	if (ids.length === 0) return new Map<string, string>()
	const [lines, rows] = await Promise.all([
		db.select().from(bankEntries).where(isIn(bankEntries.id, ids)),
		db.select().from(payments).where(isIn(payments.id, ids)),
	])
	return new Map([
		...lines.map(line => [line.id, moneyLabel({ ...line, from: line.counterparty })] as const),
		...rows.map(row => [row.id, moneyLabel({ ...row, from: row.bankReference })] as const),
	])
}

/** Returns a person's name, or that the account was deleted (P41). */
export function formatPersonName(person: { name: string; deletedAt: number | null }): string {
	return person.deletedAt === null ? person.name : DELETED_NAME
}
