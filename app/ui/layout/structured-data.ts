import type { MetaDescriptor } from 'react-router'
import { brand, phoneLink } from '~/domain/brand'

/* Structured data for search engines, in the vocabulary of schema.org (JSON-LD). `origin`: scheme and host of APP_URL. */

function structured(type: string, facts: Record<string, unknown>): MetaDescriptor {
	return { 'script:ld+json': { '@context': 'https://schema.org', '@type': type, ...facts } }
}

/** The organisation that runs the site. */
export function organisationData(origin: string): MetaDescriptor {
	const { name, blurb, supportEmail, phone, social, offices } = brand
	return structured('Organization', {
		name,
		url: `${origin}/`,
		logo: `${origin}/apple-touch-icon.png`,
		description: blurb,
		email: supportEmail,
		telephone: phoneLink(phone).replace('tel:', ''),
		address: offices.map(({ address }) => address),
		sameAs: social.map(({ href }) => href),
	})
}

/** Questions with their answers. */
export function questionsData(items: readonly { question: string; answer: string }[]): MetaDescriptor {
	return structured('FAQPage', {
		mainEntity: items.map(({ question, answer }) => ({
			'@type': 'Question',
			name: question,
			acceptedAnswer: { '@type': 'Answer', text: answer },
		})),
	})
}

type Props = {
	name: string
	description: string
	url: string
	image: string
	pricePence: number | undefined
}

/** A pixel, or the block that it is part of. `pricePence`: while it is for sale. */
export function pixelData({ name, description, url, image, pricePence }: Props): MetaDescriptor {
	const offer =
		pricePence === undefined
			? { availability: 'https://schema.org/SoldOut' }
			: {
					availability: 'https://schema.org/InStock',
					price: (pricePence / 100).toFixed(2),
					priceCurrency: 'GBP',
					url,
				}
	return structured('Product', {
		name,
		description,
		url,
		image,
		brand: { '@type': 'Brand', name: brand.name },
		offers: { '@type': 'Offer', ...offer },
	})
}
