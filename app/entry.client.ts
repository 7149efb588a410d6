import { beginElements } from './elements/all'
import './tools/form-checks/form-checks'
import { toolsAreReady } from './tools/tool-island'

beginElements()
await toolsAreReady()

/* Tells the page's custom elements that scripts are running. */
document.documentElement.dataset['enhanced'] = ''
