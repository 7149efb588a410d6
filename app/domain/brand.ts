/** The operator's brand, edited on /admin/setting/brand. Empty texts are left out of pages. */
export type Brand = {
	name: string
	/** One sentence, in the footer and for search engines. */
	blurb: string
	/** As "Ada Example"; empty while the founder stays unnamed. */
	founder: string
	supportEmail: string
	/** As it is read: "+44 20 7946 0111". */
	phone: string
	offices: { city: string; address: string }[]
	/** Addresses of the four social networks, by name. */
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

/**
 * The brand as it stands: one object for the process, kept by `settings/brand.server` as it is stored
 * (docs/decisions/0104).
 */
export const brand: Readonly<Brand> = { ...DEFAULT_BRAND }

let version = 0

/** Puts other values into `brand`. */
export function setBrand(values: Readonly<Brand>): void {
	Object.assign(brand, values)
	version++
}

/** Another number after every change, for what is kept of drawn pages and papers. */
export const brandVersion = () => version

/** The telephone number as a link. One without a country's prefix is taken for a British one. */
export function phoneLink(phone: string): string {
	const digits = phone.replace(/[^\d+]/g, '').replace(/^00/, '+')
	return `tel:${digits.startsWith('+') ? digits : `+44${digits.replace(/^0/, '')}`}`
}
