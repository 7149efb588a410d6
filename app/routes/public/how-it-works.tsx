import type { ReactNode } from 'react'
import { readCrop } from '~/domain/grid/picture/crop.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { ButtonLink } from '~/ui/button'
import {
	ChooseIllustration,
	CustomiseIllustration,
	ExposureIllustration,
	PurchaseIllustration,
	TransferIllustration,
} from '~/ui/illustrations'
import { PageHero } from '~/ui/layout/page-hero'
import { pageMeta } from '~/ui/layout/page-meta'
import { questionsData } from '~/ui/layout/structured-data'
import { FAQ } from '~/ui/questions'
import type { Route } from './+types/how-it-works'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) => [
	...pageMeta(matches, {
		title: 'How It Works',
		description:
			'Choose pixels, purchase by bank transfer, customise your block, be seen, and sell when you wish. Five stages, with answers to what buyers ask first.',
		path: '/how-it-works',
	}),
	questionsData(FAQ.flatMap(({ items }) => items)),
]

/* Four steps that lead to a block on the grid, and what follows. */
const strip = ['Choose pixels', 'Purchase', 'Customize', 'Get exposure', 'Manage/Sell']

type Stage = { title: string; drawing: ReactNode; text: ReactNode; tips: string[] }

const stages: Stage[] = [
	{
		title: 'Choose pixels',
		drawing: <ChooseIllustration />,
		text: (
			<>
				<p>
					Every pixel on the grid shows whether it is available, taken, reserved or on its way to a new owner.
					There are four sizes: large, medium, small and tiny. Point at one, or type its row and column.
				</p>
				<p>
					A purchase is a filled rectangle of one size. It can be a single pixel or a whole field of them.
				</p>
			</>
		),
		tips: [
			'Choose neighbours rather than a scatter: one image covers all connected pixels of a size.',
			'Try your artwork first. The preview shows it on the exact shape you picked.',
			'The middle of the grid is seen first; the top row is read first.',
		],
	},
	{
		title: 'Purchase',
		drawing: <PurchaseIllustration />,
		text: (
			<>
				<p>
					The checkout has three steps: the pixels and what they cost, our bank details with a reference made
					for your order, and a short form with the receipt of your transfer. Your pixels are held for you
					while you arrange it.
				</p>
				<p>
					An administrator compares the receipt with our account and confirms the order, or writes to you.
				</p>
			</>
		),
		tips: [
			'Quote the reference in your transfer. It is the quickest way from your bank to our desk.',
			'International transfers take one to three business days. Your bank’s confirmation of the order is enough for the form.',
			'Have a coupon code? Enter it at the first step; you can come back to it until you send the form at step 3.',
		],
	},
	{
		title: 'Customize',
		drawing: <CustomiseIllustration />,
		text: (
			<>
				<p>
					Give your block an image, a description of up to 200 characters and a link. You can turn the image
					in quarter turns, replace it, or take it down, as often as you like and at no cost.
				</p>
				<p>
					An image belongs to the block: it stretches over all connected pixels of the same size that you own.
				</p>
			</>
		),
		tips: [
			'The large pixel is four wide and five high; all others are square.',
			'A mark with calm space around it reads better at small sizes than a photograph.',
			'Write the description as one good sentence. Visitors see it when they pause on your block.',
		],
	},
	{
		title: 'Get exposure',
		drawing: <ExposureIllustration />,
		text: (
			<>
				<p>
					Once your payment is verified, your block is on our front page, day and night, for everyone who
					visits. There is no rotation and no auction for the slot. One click leads to your link, in a new
					tab.
				</p>
				<p>The page is light by design. It opens on slow lines and in browsers that run no scripts.</p>
			</>
		),
		tips: [
			'Link to a page made for these visitors, not to your general home page.',
			'Change the image with your seasons. The address of your block stays the same.',
		],
	},
	{
		title: 'Manage/Sell',
		drawing: <TransferIllustration />,
		text: (
			<>
				<p>
					Your dashboard lists what you own, what it shows and what you paid. When you wish to part with
					pixels, invite the buyer by email. They see the offer when they log in, and accept or decline it.
				</p>
				<p>You may sell a part of a block, as long as both parts are rectangles afterwards.</p>
			</>
		),
		tips: [
			'An open invitation can be changed or withdrawn until it is accepted.',
			'The recipient needs no account yet: the invitation waits for the address to register.',
		],
	},
]

export async function loader() {
	return { crop: await readCrop(Date.now(), 'crop-2') }
}

export default function HowItWorks({ loaderData: { crop } }: Route.ComponentProps) {
	return (
		<>
			<PageHero kicker="How it works" title="From an empty cell to a name on the page" crop={crop}>
				Owning a pixel takes a choice, a bank transfer and an image. Here is each stage as it happens, and
				what our buyers ask before they begin.
			</PageHero>
			<div className="wrap pb-16">
				<ol className="grid divide-y divide-line border-y border-line lg:grid-cols-[repeat(5,auto)] lg:justify-between lg:divide-y-0">
					{strip.map((title, index) => (
						<li key={title}>
							<a
								className="flex items-baseline gap-3 py-4 font-serif hover:text-accent"
								href={`#stage-${index + 1}`}
							>
								<span className="figures text-accent">{index + 1}</span>
								{title}
							</a>
						</li>
					))}
				</ol>
			</div>
			<div className="on-light">
				<div className="wrap grid gap-14 py-14 md:gap-28 md:py-28">
					{stages.map((stage, index) => (
						<section
							key={stage.title}
							id={`stage-${index + 1}`}
							aria-labelledby={`stage-${index + 1}-title`}
							className="grid items-center gap-8 md:grid-cols-2 md:gap-16 min-[120rem]:text-lg"
						>
							<div className={index % 2 === 1 ? 'md:order-2' : ''}>{stage.drawing}</div>
							<div className="grid gap-4">
								<p className="kicker figures">Stage {index + 1}</p>
								<h2 id={`stage-${index + 1}-title`} className="text-xl min-[120rem]:text-2xl">
									{stage.title}
								</h2>
								<div className="prose">{stage.text}</div>
								<h3 className="pt-2 font-sans text-sm font-semibold">Worth knowing</h3>
								<div className="prose text-sm text-muted min-[120rem]:text-base">
									<ul>
										{stage.tips.map(tip => (
											<li key={tip}>{tip}</li>
										))}
									</ul>
								</div>
							</div>
						</section>
					))}
				</div>
			</div>
			<section className="wrap grid gap-12 py-20 md:py-28" aria-labelledby="faq">
				<h2 id="faq" className="text-xl">
					Frequently asked questions
				</h2>
				<div className="grid gap-12 lg:grid-cols-2">
					{FAQ.map(group => (
						<section key={group.title} aria-label={group.title} className="grid content-start gap-2">
							<h3 className="pb-2 text-lg">{group.title}</h3>
							{group.items.map((item, index) => (
								<details key={item.question} className="group border-t border-line" open={index === 0}>
									<summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold after:text-lg/none after:font-normal after:text-accent after:content-['+'] group-open:after:content-['\2013'] [&::-webkit-details-marker]:hidden">
										{item.question}
									</summary>
									<p className="max-w-[66ch] pb-6 text-muted">{item.answer}</p>
								</details>
							))}
						</section>
					))}
				</div>
				<div className="actions">
					<ButtonLink href="/user/pixels/buy">Buy Pixels</ButtonLink>
					<ButtonLink href="/contact" variant="secondary">
						Ask another question
					</ButtonLink>
				</div>
			</section>
		</>
	)
}
