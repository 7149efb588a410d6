import { z } from 'zod'
import { currentPassword } from '~/domain/accounts/schema'
import { type Brand, SOCIAL_NETWORKS } from '~/domain/brand'
import { safeLink } from '~/domain/creatives/link'
import { email, line, optionalLine, personName } from '~/domain/fields'
import { CELL_COUNT } from '~/domain/grid/layout'
import { parsePounds } from '~/domain/money'
import { ibanProblem } from './iban'
import { HOLD_MINUTES, type SettingValue } from './schema'

const requiredLine = (missing: string) =>
	line(missing, { max: 140, tooLong: 'Please keep it within 140 characters' })

const SWIFT =
	'Please enter a SWIFT code of 8 or 11 characters: six letters for the bank and its country, then letters or digits'

const PHONE = 'Please enter a telephone number of digits, spaces and brackets'
const SORT_CODE = 'Please enter a sort code of six digits'

/* `ibanProblem` accepts a number that does not begin like an IBAN. */
const notAnIban = (value: string) =>
	/^[A-Z]{2}\s*\d/i.test(value)
		? undefined
		: 'Please enter an IBAN, which begins with the letters of a country'

/* A number is checked as an IBAN only if it begins like one, so wide digits and labels are normalised first. */
const withoutLabel = (typed: string) =>
	typed
		.normalize('NFKC')
		.replace(/^(IBAN|A\/C|Account)?[\s:.-]*(No\b|Number)?[\s:.-]*(?!No[\s:.-])(?=[A-Z]{2}\s*\d)/i, '')

/** Explains what maintenance does. */
export const MAINTENANCE_MEANS =
	'While maintenance is on, every page shows the notice and nothing can be bought or changed. The log-in page and the administration stay open. Open pages follow within five minutes; one with a form says so and keeps what is typed.'

export const MaintenanceForm = z.object({
	intent: z.literal('confirm'),
	maintenance_mode: z.literal('1', 'Please choose whether maintenance is on'),
	currentPassword,
})

export const BankForm = z.object({
	accountHolder: requiredLine('Account holder is required'),
	bankName: requiredLine('Bank name is required'),
	branchAddress: requiredLine('Branch address is required'),
	accountNumber: requiredLine('Account number is required')
		.overwrite(withoutLabel)
		.regex(/^[\x20-\x7e]+$/, { error: 'Please use the letters A to Z, digits and spaces', abort: true })
		.check(({ value, issues }) => {
			const message = ibanProblem(value)
			if (message) issues.push({ code: 'custom', input: value, message })
		}),
	swiftCode: requiredLine('SWIFT code is required')
		.toUpperCase()
		.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, SWIFT),
	sortCode: optionalLine({ max: 20, tooLong: SORT_CODE })
		.default('')
		.transform(typed => typed.replace(/[\s-]/g, ''))
		.refine(digits => /^(\d{6})?$/.test(digits), SORT_CODE)
		.transform(digits => digits.replace(/(\d\d)(?=\d)/g, '$1-')),
	iban: optionalLine({ max: 50, tooLong: 'Please keep it within 50 characters' })
		.default('')
		.overwrite(withoutLabel)
		.check(({ value, issues }) => {
			const message = value === '' ? undefined : (ibanProblem(value) ?? notAnIban(value))
			if (message) issues.push({ code: 'custom', input: value, message })
		}),
	ifsc: optionalLine({ max: 20, tooLong: 'Please keep it within 20 characters' }).default(''),
}) satisfies z.ZodType<SettingValue<'bankDetails'>>

const whole = (what: string, { min, max }: { min: number; max: number }) => {
	const message = `Please enter ${what} between ${min} and ${max.toLocaleString('en-GB')}`
	return z.coerce.number({ error: message }).int(message).min(min, message).max(max, message)
}

/** The checkout form on /admin/setting. */
export const CheckoutForm = z.object({
	holdMinutes: whole('a number of minutes', HOLD_MINUTES),
	maxCellsPerOrder: whole('a number of pixels', { min: 1, max: CELL_COUNT }),
	showCreatives: z.enum(['at-once', 'after-approval'], { error: 'Please choose one of the two' }),
})

const SECOND = 'Please enter the amount in pounds, for example 1,000,000, or leave it empty'

/** The amount above which a second administrator confirms, as typed on /admin/setting; empty: none does. */
export const SecondAdministratorForm = z.object({
	secondAbove: optionalLine({ max: 40, tooLong: SECOND })
		.default('')
		.transform((typed, { issues }) => {
			const pence = typed === '' ? 0 : parsePounds(typed)
			if (pence !== null && (typed === '' || pence > 0)) return pence
			issues.push({ code: 'custom', input: typed, message: SECOND })
			return z.NEVER
		}),
})

/** The notifications form on /admin/setting. */
export const NotificationsForm = z.object({
	paymentMails: z.enum(['each', 'daily', 'none'], { error: 'Please choose one of the three' }),
	paymentMailsTo: email('Please enter the address for notifications'),
})

const url = optionalLine({ max: 200, tooLong: 'Please keep it within 200 characters' })
	.default('')
	.refine(typed => typed === '' || safeLink(typed)?.protocol === 'https:', {
		error: 'Please enter a web address that begins with https://',
	})
const place = optionalLine({ max: 140, tooLong: 'Please keep it within 140 characters' }).default('')

/**
 * Name, contacts and links of the house, as typed on /admin/setting/brand: two offices, and four social networks that
 * may be empty.
 */
export const BrandForm = z
	.object({
		name: personName('Please enter the name', 30),
		blurb: line('Please enter one sentence about the site', {
			max: 200,
			tooLong: 'Please keep it within 200 characters',
		}),
		founder: optionalLine({ max: 60, tooLong: 'Please keep it within 60 characters' })
			.default('')
			.refine(name => name === '' || personName('').safeParse(name).success, 'Please use a plain name'),
		supportEmail: email('Please enter the address for questions'),
		phone: line('Please enter the telephone number', { max: 30, tooLong: PHONE }).regex(
			/^\+?[\d ()-]{6,}$/,
			PHONE,
		),
		city1: requiredLine('Please enter the city'),
		address1: requiredLine('Please enter the address'),
		city2: place,
		address2: place,
		instagram: url,
		linkedin: url,
		x: url,
		youtube: url,
		version: z.coerce.number().int(),
	})
	.check(({ value, issues }) => {
		const missing =
			value.city2 && !value.address2 ? 'address2' : value.address2 && !value.city2 ? 'city2' : null
		if (!missing) return
		const message = missing === 'city2' ? 'Please enter the city' : 'Please enter the address'
		issues.push({ code: 'custom', input: '', path: [missing], message })
	})

export type BrandInput = z.output<typeof BrandForm>

/** Converts the form's input to a brand. */
export function toBrand(input: BrandInput): Brand {
	const { name, blurb, founder, supportEmail, phone } = input
	const offices = [
		{ city: input.city1, address: input.address1 },
		{ city: input.city2, address: input.address2 },
	].filter(office => office.city !== '')
	const hrefs = { Instagram: input.instagram, LinkedIn: input.linkedin, X: input.x, YouTube: input.youtube }
	const social = SOCIAL_NETWORKS.map(network => ({ name: network, href: hrefs[network] })).filter(
		({ href }) => href !== '',
	)
	return { name, blurb, founder, supportEmail, phone, offices, social }
}

/** Returns the form's values for a brand. */
export function brandFields(brand: Brand): Record<Exclude<keyof BrandInput, 'version'>, string> {
	const { name, blurb, founder, supportEmail, phone, offices, social } = brand
	const findHref = (network: string) => social.find(item => item.name === network)?.href ?? ''
	return {
		name,
		blurb,
		founder,
		supportEmail,
		phone,
		city1: offices[0]?.city ?? '',
		address1: offices[0]?.address ?? '',
		city2: offices[1]?.city ?? '',
		address2: offices[1]?.address ?? '',
		instagram: findHref('Instagram'),
		linkedin: findHref('LinkedIn'),
		x: findHref('X'),
		youtube: findHref('YouTube'),
	}
}
