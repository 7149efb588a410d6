import { createContext } from 'react'

/**
 * What the document needs from the server: the address of the one script, the nonce of this answer's security policy,
 * and the number of the request, which error pages show.
 */
export const AssetsContext = createContext({ entry: '', nonce: '', requestId: '' })
