import { createContext, useContext } from 'react'

/**
 * Data from the server for the document: the address of the script, and the request id, which error pages show.
 * `markup`: rendered by loaders (`storeMarkup`). `hmrRuntime`: loaded first by the modules of the development server.
 */
export const AssetsContext = createContext<{
	entry: string
	requestId: string
	markup: readonly string[]
	hmrRuntime?: string | undefined
}>({
	entry: '',
	requestId: '',
	markup: [],
})

/** Returns the markup that a loader has stored under this number. */
export function useMarkup(place: number): string {
	return useContext(AssetsContext).markup[place] ?? ''
}
