const paths = {
	menu: 'M3 6h18M3 12h18M3 18h18',
	close: 'M5 5l14 14M19 5L5 19',
	bell: 'M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4',
	chevron: 'M6 9l6 6 6-6',
	back: 'M20 12H4m6-7l-7 7 7 7',
	forward: 'M4 12h16m-6-7l7 7-7 7',
	check: 'M4 12l5 6L20 6',
	grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
	frame: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4',
	cart: 'M12 4v16M4 12h16',
	send: 'M4 12h14m-5-5l5 5-5 5M20 4v16',
	clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3 2',
	settings: 'M4 7h10m4 0h2M4 17h2m4 0h10M14 4v6M10 14v6',
	receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
	bank: 'M3 9l9-5 9 5zM5 9v9M10 9v9M14 9v9M19 9v9M3 20h18',
	users: 'M9 11a4 4 0 100-8 4 4 0 000 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 4a4 4 0 010 7M22 21c0-3-1-5-4-6',
	tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
	mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
	leave: 'M10 4H4v16h6M9 12h12m-4-4l4 4-4 4',
	eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 100 6 3 3 0 000-6z',
	'zoom-in': 'M10 4a6 6 0 100 12 6 6 0 000-12zM14.5 14.5L21 21M10 7v6M7 10h6',
	'zoom-out': 'M10 4a6 6 0 100 12 6 6 0 000-12zM14.5 14.5L21 21M7 10h6',
	undo: 'M9 5L4 10l5 5M4 10h10a6 6 0 010 12h-3',
	redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 000 12h3',
	draw: 'M4 8V4h4M10.5 4h3M16 4h4v4M20 10.5v3M20 16v4h-4M13.5 20h-3M8 20H4v-4M4 13.5v-3',
	search: 'M10 4a6 6 0 100 12 6 6 0 000-12zM14.5 14.5L21 21',
	lock: 'M6 11h12v10H6zM9 11V7a3 3 0 016 0v4',
} as const

export type IconName = keyof typeof paths

/** An icon next to text; decorative, and hidden from assistive technology. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
	return (
		<svg
			aria-hidden="true"
			width={`${size / 16}rem`}
			height={`${size / 16}rem`}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.5"
		>
			<path d={paths[name]} />
		</svg>
	)
}
