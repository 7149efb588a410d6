import { brand } from '~/domain/brand'

/** The logo, a grid with its one large cell, and the name. */
export function Logo() {
	return (
		<span className="flex items-center gap-3">
			<svg aria-hidden="true" width="1.375rem" height="1.75rem" viewBox="0 0 22 28" className="text-accent">
				<path
					d="M.5.5h21v27H.5zM7.5.5v27M14.5.5v27M.5 9.5h21M.5 18.5h21"
					fill="none"
					stroke="currentColor"
					opacity=".55"
				/>
				<path d="M7.5 9.5h7v9h-7z" fill="currentColor" />
			</svg>
			<span className="font-serif text-lg leading-none tracking-[0.12em]">{brand.name}</span>
		</span>
	)
}
