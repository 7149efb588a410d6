import { createContext, useContext } from 'react'

/**
 * Data from the server for the document: the address of the one script, and the number of the request, which error
 * pages show. `markup`: drawn by loaders (`storeMarkup`). `hmrRuntime`: needed first by the modules of the development
 * server.
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

/** The markup that a loader has laid aside under this number. */
export function useMarkup(place: number): string {
	return useContext(AssetsContext).markup[place] ?? ''
}
