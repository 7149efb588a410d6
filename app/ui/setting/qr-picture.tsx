import type { QrCode } from '~/server/auth/authenticator.server'

/* Whole pixels, so that all modules are as large as each other. */
const UNIT = 4

/** A QR code in black on white, whatever the page's colours: cameras want it so. */
export function QrPicture({ code: { size, path }, label }: { code: QrCode; label: string }) {
	return (
		<svg
			className="h-auto max-w-full border border-line"
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			width={size * UNIT}
			height={size * UNIT}
			shapeRendering="crispEdges"
		>
			<path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
			<path fill="#000" d={path} />
		</svg>
	)
}
