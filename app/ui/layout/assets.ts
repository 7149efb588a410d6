import { createContext, useContext } from 'react'

/**
 * What the document needs from the server: the address of the one script, and the number of the request, which error
 * pages show. `markup`: what loaders have drawn (`storeMarkup`). `hmrRuntime`: what the modules of the
 * development server need before them.
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
