import {
	compositeAddress,
	compositeHeight,
	compositeSources,
	PLAIN_WIDTH,
} from '~/domain/grid/picture/composite'

/**
 * The maximum width of the grid: on desktops limited by the height of the window, else by its width. Scripts load the
 * largest image later on fast connections.
 */
export const COMPOSITE_SIZES = '(width >= 64rem) min(100vw, 95vh), 100vw'

/** All published creatives in one image over the cells; the links above it carry the text of each. */
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
