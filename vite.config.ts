import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { thirdPartyNotices } from './scripts/third-party-notices.mjs'

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), fewScripts(), workers(), thirdPartyNotices()],
	resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
	build: { target: 'es2022', assetsInlineLimit: isOwnFont },
	// What browsers load. Vite would find the packages of the server as well, and reload pages each time.
	optimizeDeps: {
		noDiscovery: true,
		include: ['react-dom/client', '@conform-to/react', '@conform-to/zod/v4', 'zod/v4/core'],
	},
	server: { port: Number(process.env['PORT'] ?? 5173) },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					// Of the rules, which do nothing by themselves, browsers get what they use.
					treeshake: {
						moduleSideEffects: [{ test: /\/app\/domain\//, sideEffects: false }],
						propertyReadSideEffects: false,
					},
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
 * Our two fonts come with every page, so that its first sight is in them and nothing moves. All other files
 * stay files.
 */
function isOwnFont(file: string): boolean {
	return /\/app\/fonts\/market-[^/]*\.woff2$/.test(file)
}

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

/** Puts the programs of other processes, and the operator's commands, beside the server. */
function workers(): Plugin {
	const programs = {
		'image-worker.js': '/app/server/images/image-worker.js',
		'admin.js': '/app/command-line/admin.server.ts',
		'statement-worker.js': '/app/domain/statements/formats/worker.server.ts',
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
