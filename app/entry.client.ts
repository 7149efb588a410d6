import { enhance } from './enhance/all'

enhance(document)

/* What drives the page can see that it now does what scripts add. */
document.documentElement.dataset['enhanced'] = ''
