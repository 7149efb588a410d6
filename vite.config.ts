import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), oneScript()],
	resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
	build: { target: 'es2022', assetsInlineLimit: 0 },
})

/**
 * Keeps the one script of the pages one file. Route modules, which no page loads, import some of the same rules, and the
 * bundler would split those into shared files: a request each. What the script imports gets names of its own instead.
 */
function oneScript(): Plugin {
	const OWN = '?script'
	return {
		name: 'one-script',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: environment => environment.name === 'client',
		async resolveId(source, importer, options) {
			const fromScript = importer?.endsWith(OWN) || importer?.endsWith('/app/entry.client.ts')
			if (!fromScript || !importer) return null
			const from = importer.replace(OWN, '')
			const resolved = await this.resolve(source, from, { ...options, skipSelf: true })
			const isOurs = resolved && /\/app\/(enhance|domain)\/.*\.ts$/.test(resolved.id)
			return isOurs ? `${resolved.id}${OWN}` : resolved
		},
	}
}
