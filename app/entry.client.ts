import { startElements } from './elements/all'
import './tools/form-checks/form-checks'
import { whenToolsReady } from './tools/tool-island'

startElements()
await whenToolsReady()

/* Marks that the scripts have run, so that a test or script can wait for it. */
document.documentElement.dataset['enhanced'] = ''
