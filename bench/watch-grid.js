/* * Runs in the measured page. The grid is complete when all cells are there, the style sheet is, and the picture, if
   the page has * one, is decoded; the time is that of the second frame afterwards, when it has been painted. */
Object.assign(window, { gridCompleteMs: Number.NaN, lcpMs: Number.NaN })

new PerformanceObserver(list => {
	for (const entry of list.getEntries()) Object.assign(window, { lcpMs: entry.startTime })
}).observe({ type: 'largest-contentful-paint', buffered: true })

function look() {
	const cells = document.querySelectorAll('[data-cell]')
	const styled = cells[0] && getComputedStyle(cells[0]).position === 'relative'
	const found = document.querySelector('.pixel-picture')
	const picture = found instanceof HTMLImageElement ? found : null
	const drawn = !picture || (picture.complete && picture.naturalWidth > 0)
	if (document.readyState === 'loading' || cells.length < 1151 || !styled || !drawn) {
		requestAnimationFrame(look)
	} else if (picture) {
		picture.decode().then(painted, painted)
	} else {
		painted()
	}
}

function painted() {
	requestAnimationFrame(() =>
		requestAnimationFrame(() => {
			Object.assign(window, { gridCompleteMs: performance.now() })
		}),
	)
}

requestAnimationFrame(look)
