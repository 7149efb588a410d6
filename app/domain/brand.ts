/** The operator's brand, edited on /admin/setting/brand. Empty texts are omitted from pages. */
export type Brand = {
	name: string
	/** One sentence, in the footer and for search engines. */
	blurb: string
	/** For example "Ada Example"; empty if no founder is named. */
	founder: string
	supportEmail: string
	/** As displayed: "+44 20 7946 0111". */
	phone: string
	offices: { city: string; address: string }[]
	/** The URLs of the four social networks, by name. */
	social: { name: SocialNetwork; href: string }[]
}

export const SOCIAL_NETWORKS = ['Instagram', 'LinkedIn', 'X', 'YouTube'] as const
type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

/** Neutral: example domains, a telephone number reserved for fiction, no invented person. */
export const DEFAULT_BRAND: Readonly<Brand> = {
	name: 'MCXI',
	blurb:
		'A private marketplace for 1,111 digital spaces on a single grid. Each is sold once, held for life and shown to the world.',
	founder: '',
	supportEmail: 'support@mcxi.example',
	phone: '020 7946 0111',
	offices: [
		{ city: 'London', address: '11 Example Row, London W1A 0AA' },
		{ city: 'Dubai', address: 'Example Tower, Level 11, Dubai' },
	],
	social: SOCIAL_NETWORKS.map(name => ({ name, href: `https://${name.toLowerCase()}.example/mcxi` })),
}

/** The year in which the site opened. */
export const COPYRIGHT_YEAR = 2025

/** The current brand: one object per process, kept up to date by `settings/brand.server` (docs/decisions/0104). */
export const brand: Readonly<Brand> = { ...DEFAULT_BRAND }

let version = 0

/** Replaces the values of `brand`. */
export function setBrand(values: Readonly<Brand>): void {
	Object.assign(brand, values)
	version++
}

/** Changes with every change of the brand, for caches of pages and documents. */
export const brandVersion = () => version

/** Formats the telephone number as a tel: link. A number without a country code is taken as British. */
export function phoneLink(phone: string): string {
	const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+')
	return `tel:${digits.startsWith('+') ? digits : `+44${digits.replace(/^0/, '')}`}`
}
