import stylesheet from '../app.css?url'

let isAsked = false

/**
 * Loads the whole style sheet, once, when all that the page shows is there. Pages carry the rules they use; an element
 * that adds more to its page, such as another page shown as a dialog, says so by this. The others spare the browser a
 * second look at every rule.
 */
export function needStyles(): void {
	if (isAsked) return
	isAsked = true
	if (document.readyState === 'complete') load()
	else addEventListener('load', load, { once: true })
}

function load() {
	const link = document.createElement('link')
	link.rel = 'stylesheet'
	link.href = stylesheet
	document.head.append(link)
}
