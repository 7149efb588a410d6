export const defaultAvatar = '/images/profile.png'

/** A person's picture; one that is missing or broken gives way to the default. Empty alt: the name stands beside it. */
export function Avatar({
	src,
	size = 40,
	alt = '',
}: {
	src?: string | null | undefined
	size?: number
	alt?: string
}) {
	return (
		<image-fallback src={defaultAvatar}>
			<img
				className="rounded-full border border-line object-cover"
				src={src || defaultAvatar}
				width={size}
				height={size}
				alt={alt}
			/>
		</image-fallback>
	)
}
