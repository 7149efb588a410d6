import { createContext } from 'react'

/**
 * What the document needs from the server: the address of the one script, and the number of the request, which error
 * pages show.
 */
export const AssetsContext = createContext({ entry: '', requestId: '' })
