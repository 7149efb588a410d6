import type { Page } from '@playwright/test'

/** Two fingers on the grid, first `from`, then `to` CSS pixels apart, around a point 180 px from the left. */
export async function pinch(page: Page, { from, to, y }: { from: number; to: number; y: number }) {
	await page.locator('.cells').evaluate(
		(cells, { from, to, y }) => {
			const touches = (distance: number) =>
				[-1, 1].map(
					(side, identifier) =>
						new Touch({ identifier, target: cells, clientX: 180 + (side * distance) / 2, clientY: y }),
				)
			const send = (type: string, distance: number) =>
				cells.dispatchEvent(
					new TouchEvent(type, { touches: touches(distance), bubbles: true, cancelable: true }),
				)
			send('touchstart', from)
			send('touchmove', to)
			cells.dispatchEvent(new TouchEvent('touchend', { bubbles: true }))
		},
		{ from, to, y },
	)
}
