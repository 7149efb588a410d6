import { formatPlace } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { formatPounds } from '~/domain/money'
import { capitalize } from '~/domain/text'
import { formatDateTime, formatDay } from '~/domain/time'

/* Formats the facts of an audit entry. */

type Entry = { action: string; subjectId: string; detail: Record<string, unknown> | null }

const LABELS: Readonly<Record<string, string>> = {
	pence: 'Amount',
	on: 'Booked on',
	before: 'Before',
	after: 'Afterwards',
	bankEntryId: 'Bank line',
	reverses: 'Row reversed',
	first: 'First administrator',
	released: 'Pixels released',
	cells: 'Pixels',
	taken: 'Pixels of others',
	isActive: 'Active',
	isReadOnly: 'Read only',
	startsAt: 'Starts',
	endsAt: 'Ends',
	until: 'Until',
	// The end of a loan in older entries.
	till: 'Until',
	maxUses: 'Most uses',
	minPurchasePence: 'Minimum purchase',
	known: 'Known before',
	via: 'Through',
	ended: 'Sessions ended',
	left: 'Codes left',
	imageKey: 'Image file',
	references: 'Orders',
	places: 'Columns',
}

const ROLES: Readonly<Record<string, string>> = { user: 'Member', admin: 'Administrator' }

const PENCE = /^pence$|Pence$/
const CELLS = ['cells', 'released', 'archived']
const PLACES_NAMED = 5
/** Numbers from here on are times (UTC ms): no count is as large. */
const FIRST_MOMENT = Date.UTC(2020)

/** The keys whose value is the id of a bank line, or of a row of the ledger. */
export const MONEY_KEYS = ['bankEntryId', 'reverses'] as const

/** Describes a bank line or a row of the ledger: '20 November 2026, £400,000, A BUYER'. */
export function moneyLabel({ bookedOn, pence, from }: { bookedOn: string; pence: number; from: string }) {
	return [formatDay(bookedOn), formatPounds(pence), from].filter(Boolean).join(', ')
}

/**
 * Formats the facts of an entry as 'Name: value' lines: amounts in pounds, pixels by their places, times in London.
 * `moneyLabels`: of the bank lines and rows of the ledger that still exist, by id.
 */
export function detailLines(
	{ action, subjectId, detail }: Entry,
	moneyLabels: ReadonlyMap<string, string> = new Map(),
): string[] {
	return toLines(nameHold(detail ?? {}), (key, value) => {
		if (MONEY_KEYS.some(moneyKey => moneyKey === key))
			return moneyLabels.get(String(value)) ?? 'no longer stored'
		if (action.startsWith('mail.') && key === 'copy') return ''
		if (action.startsWith('mail.') && key === 'kind') return capitalize(String(value).replaceAll('-', ' '))
		if (action === 'account.role' && typeof value === 'string') return ROLES[value]
		const isPence = action === 'price.change' || (key === 'value' && PENCE.test(subjectId))
		if (!isPence || typeof value !== 'number') return undefined
		return key === 'value' && value === 0 ? 'none' : formatPounds(value)
	})
}

/* A hold is one fact, its end: what a checkout holds, or may not hold again yet. */
function nameHold({ hold, ...facts }: Record<string, unknown>): object {
	if (typeof hold !== 'object' || hold === null) return hold === undefined ? facts : { hold, ...facts }
	const end = Reflect.get(hold, 'kind') === 'cooling' ? 'noHoldBefore' : 'onHoldUntil'
	return { [end]: Reflect.get(hold, 'until'), ...facts }
}

/* `special`: formatters that depend on the kind of entry. */
function toLines(
	facts: object,
	special: (key: string, value: unknown) => string | undefined = () => undefined,
): string[] {
	// Hundredths of a percent, or pence.
	const discount = Reflect.get(facts, 'type') === 'percentage' ? percent : formatPounds
	return Object.entries(facts).flatMap(([key, value]) => {
		const isDiscount = key === 'discount' && typeof value === 'number'
		const text = isDiscount ? discount(value) : (special(key, value) ?? formatValue(key, value))
		return text === '' ? [] : [`${getLabel(key)}: ${text}`]
	})
}

/* Makes a label of a key: 'Discount' of discountPence, 'Bank reference' of bankReference. */
function getLabel(key: string): string {
	const known = LABELS[key]
	if (known) return known
	const words = key
		.replace(/Pence$/, '')
		.replace(/[A-Z]/g, capital => ` ${capital.toLowerCase()}`)
		.replaceAll('_', ' ')
		.trim()
	return capitalize(words)
}

function formatValue(key: string, value: unknown): string {
	if (value === null || value === undefined) return ''
	if (typeof value === 'boolean') return value ? 'yes' : 'no'
	if (typeof value === 'string') return textOfString(value)
	if (typeof value === 'number') {
		if (PENCE.test(key)) return formatPounds(value)
		return value >= FIRST_MOMENT ? formatDateTime(value) : value.toLocaleString('en-GB')
	}
	if (Array.isArray(value)) {
		const ids = value.filter(item => typeof item === 'number')
		if (CELLS.includes(key) && ids.length === value.length) return describePlaces(ids)
		return value.map(item => formatValue(key, item)).join(', ')
	}
	return toLines(value).join('; ')
}

function textOfString(value: string): string {
	if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
	return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDateTime(Date.parse(value)) : value
}

function percent(hundredths: number): string {
	return `${hundredths / 100}%`
}

function describePlaces(ids: readonly number[]): string {
	const areas = splitIntoRectangles(cellsByIds(ids))
	const named = areas.slice(0, PLACES_NAMED).map(formatPlace)
	const rest = areas.length - named.length
	return [...named, ...(rest > 0 ? [`and ${rest.toLocaleString('en-GB')} more`] : [])].join('; ')
}
