import { enhance } from './enhance/all'

enhance(document)
