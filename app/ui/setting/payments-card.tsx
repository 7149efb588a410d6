import { Card } from '../card'

const LINKS = [
	['Pixel prices', '/admin/setting/prices', 'What a pixel of each type costs from now on.'],
	['Payment gateway', '/admin/setting/gateway', 'Keys of Stripe and Wise, stored encrypted.'],
	[
		'Brand',
		'/admin/setting/brand',
		'Name, founder, offices, contacts and links, as they stand on every page.',
	],
] as const

/** The way to the pages about prices, payment providers and the brand. */
export function PaymentsCard() {
	return (
		<Card title="Prices, gateway and brand">
			<ul className="grid gap-4">
				{LINKS.map(([title, href, text]) => (
					<li key={href}>
						<a className="link inline-flex min-h-11 items-center" href={href}>
							{title}
						</a>
						<p className="text-sm text-muted">{text}</p>
					</li>
				))}
			</ul>
		</Card>
	)
}
