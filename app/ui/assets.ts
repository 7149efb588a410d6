import { createContext } from 'react'

/** What the document needs to load the one script: its address and the nonce of this answer's security policy. */
export const AssetsContext = createContext({ entry: '', nonce: '' })
