import stylesheet from './app.css?url'
import { beginElements } from './elements/all'
import { loadStyles } from './elements/styles'
import './tools/form-checks/form-checks'
import { toolsAreReady } from './tools/tool-island'

loadStyles(stylesheet)
beginElements()
await toolsAreReady()

/* What drives the page can see that it now does what scripts add. */
document.documentElement.dataset['enhanced'] = ''
