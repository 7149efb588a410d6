import { beginElements } from './elements/all'
import './tools/form-checks/form-checks'
import { toolsAreReady } from './tools/tool-island'

beginElements()
await toolsAreReady()

/* Marks that the scripts have run, so that a test or script can wait for it. */
document.documentElement.dataset['enhanced'] = ''
