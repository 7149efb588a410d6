import {
	compositeAddress,
	compositeHeight,
	compositeSources,
	PLAIN_WIDTH,
} from '~/domain/grid/picture/composite'

/**
 * As wide as the grid is drawn at most: on a desk by the height of the window, else by its width. Scripts fetch the
 * largest image afterwards where the line is fast.
 */
export const COMPOSITE_SIZES = '(width >= 64rem) min(100vw, 95vh), 100vw'

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
