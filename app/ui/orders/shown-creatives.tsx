import { smallImageUrl } from '~/domain/files/rules'

type Creative = { imageKey: string | null; description: string; link: string }

/** The creatives of an order's pixels, or those at the time of a sale: image, description and link of each block. */
export function ShownCreatives({
	shown,
	title = 'What they show',
}: {
	shown: readonly Creative[]
	title?: string
}) {
	if (shown.length === 0) return null
	return (
		<section className="grid gap-3">
			<h2>{title}</h2>
			<ul className="grid gap-4">
				{shown.map(({ imageKey, description, link }) => (
					<li
						key={`${imageKey} ${description} ${link}`}
						className="grid grid-cols-[5rem_1fr] items-start gap-5"
					>
						{imageKey ? (
							<img className="w-full border border-line" src={smallImageUrl(imageKey)} alt="" />
						) : (
							<span className="text-sm text-muted">No image</span>
						)}
						<div className="grid min-w-0 gap-1 text-sm [overflow-wrap:anywhere]">
							<p>{description}</p>
							<p>
								<a className="link" href={link} rel="noopener nofollow ugc" target="_blank">
									{link}
									<span className="sr-only"> (opens in a new tab)</span>
								</a>
							</p>
						</div>
					</li>
				))}
			</ul>
		</section>
	)
}
