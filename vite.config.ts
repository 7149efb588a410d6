import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { thirdPartyNotices } from './scripts/third-party-notices.mjs'

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), fewScripts(), workers(), thirdPartyNotices()],
	resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
	build: { target: 'es2022', assetsInlineLimit: 0 },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/app\/tools\/mount\./ },
								{ name: 'forms', test: /node_modules\/@conform-to\/(dom|react)\// },
								// What needs no React stays out of it: the checks of a form do not either.
								{
									name: 'tools',
									test: /\/app\/(ui|tools|domain\/(grid|orders|files))\/.*\?tool$/,
									minShareCount: 2,
								},
							],
						},
					},
				},
			},
		},
	},
})

/**
 * Keeps the script of the pages one file, React another, and each tool one more. Route modules, which no page loads,
 * import some of the same rules, and the bundler would split those into shared files: a request each, one after
 * another. What the script and the tools import gets names of its own instead.
 */
function fewScripts(): Plugin {
	const [SCRIPT, TOOL] = ['?script', '?tool']
	return {
		name: 'few-scripts',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: environment => environment.name === 'client',
		async resolveId(source, importer, options) {
			const isOurs = importer && /(\/app\/entry\.client\.ts|\?script|\?tool)$/.test(importer)
			if (!isOurs) return null
			const isTool = importer.endsWith(TOOL) || options.kind === 'dynamic-import'
			const from = importer.replace(/\?(script|tool)$/, '')
			const resolved = await this.resolve(source, from, { ...options, skipSelf: true })
			if (!resolved || !/\/app\/(elements|tools|ui|domain)\/.*\.tsx?$/.test(resolved.id)) return resolved
			return resolved.id + (isTool ? TOOL : SCRIPT)
		},
	}
}

/** Puts the programs of other processes beside the server that starts them. */
function workers(): Plugin {
	const programs = {
		'image-worker.js': '/app/server/image-worker.js',
		'statement-worker.js': '/app/domain/statements/worker.server.ts',
	}
	return {
		name: 'workers',
		apply: 'build',
		applyToEnvironment: environment => environment.name === 'ssr',
		buildStart() {
			for (const [fileName, id] of Object.entries(programs)) this.emitFile({ type: 'chunk', id, fileName })
		},
	}
}
