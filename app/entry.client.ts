import stylesheet from './app.css?url'
import { enhance } from './enhance/all'
import { loadStyles } from './enhance/styles'

loadStyles(stylesheet)
enhance(document)

/* What drives the page can see that it now does what scripts add. */
document.documentElement.dataset['enhanced'] = ''
