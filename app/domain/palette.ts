/**
 * Colours of the theme in app.css, for emails, documents and images, which have no style sheet. A test compares them.
 */
export const PALETTE = {
	ink: '#0b120f',
	night: '#0f1814',
	ivory: '#f6f1e6',
	paper: '#fdfbf6',
	sand: '#e3dac8',
	gold: '#c9a961',
	wine: '#722f37',
	blue: '#1e3a56',
	green: '#264a3d',
	slate: '#454a48',
	mist: '#d9e4ee',
} as const
