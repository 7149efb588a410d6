import {
	COMPOSITE_WIDTHS,
	compositeAddress,
	compositeHeight,
	compositeSources,
	PLAIN_WIDTH,
} from '~/domain/grid/picture/composite'

/**
 * The maximum width of the public grid: on desktops limited by the height of the window, else by its width. Scripts
 * load the largest image later on fast connections.
 */
export const COMPOSITE_SIZES = '(width >= 64rem) min(100vw, 95vh), 100vw'

/* Nobody waits for the image on the pages of members and administrators, so it is the largest at once. */
const LARGEST_SIZES = `(width >= 48rem) ${Math.max(...COMPOSITE_WIDTHS)}px, 100vw`

/** All published creatives in one image over the cells; the links above it carry the text of each. */
export function GridComposite({ hash, isPublic }: { hash: string; isPublic: boolean }) {
	const sizes = isPublic ? COMPOSITE_SIZES : LARGEST_SIZES
	return (
		<picture>
			<source type="image/avif" srcSet={compositeSources(hash, 'avif')} sizes={sizes} />
			<source type="image/webp" srcSet={compositeSources(hash, 'webp')} sizes={sizes} />
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
