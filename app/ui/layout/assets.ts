import { createContext } from 'react'

/**
 * What the document needs from the server: the address of the one script, and the number of the request, which error
 * pages show. `hmrRuntime`: what the modules of the development server need before them.
 */
export const AssetsContext = createContext<{
	entry: string
	requestId: string
	hmrRuntime?: string | undefined
}>({
	entry: '',
	requestId: '',
})
