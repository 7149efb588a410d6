import { env } from './env.server'

/** Returns the absolute URL of a path of the product, for emails, documents and the API. */
export function absoluteUrl(path: string): string {
	return new URL(path, env.appUrl).href
}
