import { DEFAULT_PROFILE_IMAGE } from '~/domain/files/rules'

type Props = {
	src?: string | null | undefined
	size: number
	alt?: string
}

/** A person's photo; the default if it is missing or broken. Empty alt text, because the name is next to it. */
export function Avatar({ src, size, alt = '' }: Props) {
	return (
		<image-fallback src={DEFAULT_PROFILE_IMAGE}>
			<img
				className="aspect-square rounded-full border border-line object-cover"
				src={src || DEFAULT_PROFILE_IMAGE}
				width={size}
				height={size}
				alt={alt}
			/>
		</image-fallback>
	)
}
