import { pictureAddress, pictureHeight, pictureSources } from '~/domain/grid/picture'

export type GridPictureProps = { hash: string }

/** As wide as the grid is drawn: app/ui/grid/grid.css says the same. */
export const PICTURE_SIZES = 'min(100vw, 60rem)'

const BASE_WIDTH = 960

/** All published creatives in one picture that lies over the cells; the links over it carry the words. */
export function GridPicture({ hash }: GridPictureProps) {
	return (
		<picture>
			<source type="image/avif" srcSet={pictureSources(hash, 'avif')} sizes={PICTURE_SIZES} />
			<img
				className="pixel-picture"
				src={pictureAddress(hash, BASE_WIDTH, 'webp')}
				srcSet={pictureSources(hash, 'webp')}
				sizes={PICTURE_SIZES}
				width={BASE_WIDTH}
				height={pictureHeight(BASE_WIDTH)}
				alt=""
				fetchPriority="high"
			/>
		</picture>
	)
}
