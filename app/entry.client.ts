import stylesheet from './app.css?url'
import { enhance } from './enhance/all'
import { loadStyles } from './enhance/styles'

loadStyles(stylesheet)
enhance(document)
