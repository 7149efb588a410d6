import {
	compositeAddress,
	compositeHeight,
	compositeSources,
	PLAIN_WIDTH,
} from '~/domain/grid/picture/composite'

/** A desk gets the largest image whatever its window: of the middle one, made for slow phones, names cannot be read. */
export const COMPOSITE_SIZES = '(width >= 64rem) 1440px, 100vw'

/** All published creatives in one image that lies over the cells; the links over it carry the words of each. */
export function GridComposite({ hash }: { hash: string }) {
	return (
		<picture>
			<source type="image/avif" srcSet={compositeSources(hash, 'avif')} sizes={COMPOSITE_SIZES} />
			<source type="image/webp" srcSet={compositeSources(hash, 'webp')} sizes={COMPOSITE_SIZES} />
			<img
				className="pixel-picture"
				src={compositeAddress(hash, PLAIN_WIDTH, 'png')}
				width={PLAIN_WIDTH}
				height={compositeHeight(PLAIN_WIDTH)}
				alt="What is shown on the grid"
				fetchPriority="high"
			/>
		</picture>
	)
}
