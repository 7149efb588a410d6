/**
 * Everything an operator changes to make the product theirs. The defaults are neutral: example domains,
 * telephone numbers reserved for fiction, no invented person.
 */
export const brand = {
	name: 'MCXI',
	tagline: 'One grid. 1,111 digital spaces. Sold once.',
	blurb:
		'A private marketplace for 1,111 digital spaces on a single grid. Each is sold once, held for life and shown to the world.',
	founder: 'our founder',
	supportEmail: 'support@mcxi.example',
	salesEmail: 'concierge@mcxi.example',
	phone: '020 7946 0111',
	phoneHref: 'tel:+442079460111',
	offices: [
		{ city: 'London', address: '11 Example Row, London W1A 0AA' },
		{ city: 'Dubai', address: 'Example Tower, Level 11, Dubai' },
	],
	social: [
		{ name: 'Instagram', href: 'https://instagram.example/mcxi' },
		{ name: 'LinkedIn', href: 'https://linkedin.example/mcxi' },
		{ name: 'X', href: 'https://x.example/mcxi' },
		{ name: 'YouTube', href: 'https://youtube.example/mcxi' },
	],
	copyrightYear: 2025,
} as const
