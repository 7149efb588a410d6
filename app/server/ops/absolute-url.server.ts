import { env } from './env.server'

/** The whole address of a path of the product, as emails, documents and the API name it. */
export function absoluteUrl(path: string): string {
	return new URL(path, env.appUrl).href
}
