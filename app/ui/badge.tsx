const VARIANTS = {
	pending: ['tone-warning', 'M12 7v5l3 2M12 4a8 8 0 100 16 8 8 0 000-16z'],
	approved: ['tone-success', 'M5 12l5 6 9-12'],
	rejected: ['tone-error', 'M6 6l12 12M18 6L6 18'],
	info: ['tone-info', 'M12 8v8M8 12h8'],
	off: ['', 'M6 12h12'],
} as const

export type BadgeVariant = keyof typeof VARIANTS

/** Returns the badge of a status: yellow for waiting, green for success, red for failure. */
export function badgeVariant(status: string): BadgeVariant {
	if (
		['approved', 'purchase', 'sold', 'accepted', 'active', 'available', 'sent', 'received'].includes(status)
	)
		return 'approved'
	if (['rejected', 'failed', 'sold out'].includes(status)) return 'rejected'
	if (['inactive', 'cancelled', 'withdrawn', 'expired', 'refunded'].includes(status)) return 'off'
	return 'pending'
}

/** A status with an icon and a colour; never by colour alone. */
export function Badge({
	status,
	variant = badgeVariant(status.toLowerCase()),
}: {
	status: string
	variant?: BadgeVariant
}) {
	const [tone, path] = VARIANTS[variant]
	return (
		<span className={`badge ${tone}`}>
			<svg
				aria-hidden="true"
				width="0.75rem"
				height="0.75rem"
				viewBox="0 0 24 24"
				fill="none"
				stroke="currentColor"
				strokeWidth="2.5"
			>
				<path d={path} />
			</svg>
			<span className="first-letter:uppercase">{status}</span>
		</span>
	)
}
