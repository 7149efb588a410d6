import { beginElements } from './elements/all'
import './tools/form-checks/form-checks'
import { toolsAreReady } from './tools/tool-island'

beginElements()
await toolsAreReady()

/* What drives the page can see that it now does what scripts add. */
document.documentElement.dataset['enhanced'] = ''
