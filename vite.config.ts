import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { thirdPartyNotices } from './scripts/third-party-notices.mjs'

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), bundleScripts(), workers(), bundledPackages(), thirdPartyNotices()],
	resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
	build: { target: 'es2022', assetsInlineLimit: isOwnFont },
	// What browsers load. Otherwise Vite would also find the server's packages, and reload pages each time.
	optimizeDeps: {
		noDiscovery: true,
		include: ['react-dom/client', '@conform-to/react', '@conform-to/zod/v4', 'zod/v4/core'],
	},
	server: { port: Number(process.env['PORT'] ?? 5173) },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					// The rules have no side effects, so browsers get only the parts they use.
					treeshake: {
						moduleSideEffects: [{ test: /\/app\/domain\//, sideEffects: false }],
						propertyReadSideEffects: false,
					},
					output: {
						codeSplitting: {
							groups: [
								{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/app\/tools\/mount\./ },
								{ name: 'forms', test: /node_modules\/@conform-to\/(dom|react)\// },
								// Code that does not need React is separate, and so are the rules of form validation.
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
 * The two main fonts are inlined in every page, so that the first paint uses them without a layout shift. All other
 * files remain files.
 */
function isOwnFont(file: string): boolean {
	return /\/app\/fonts\/market-[^/]*\.woff2$/.test(file)
}

/**
 * Bundles the scripts of pages into one file, React into another, and each tool into one more. Route modules, which no
 * page loads, import some of the same rules, and the bundler would split those into shared files, each with its own
 * request. Separate copies of these modules prevent that.
 */
function bundleScripts(): Plugin {
	const [SCRIPT, TOOL] = ['?script', '?tool']
	return {
		name: 'bundle-scripts',
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

/** Builds the programs of child processes and the operator's commands next to the server. */
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

/** Bundles the server's packages, so that it starts with a few files instead of a thousand. */
function bundledPackages(): Plugin {
	const external = [
		// With compiled parts, or with files that they read at run time.
		...['@libsql/client', '@node-rs/argon2', 'fontkit', 'libsql', 'pdfkit', 'pino'],
		// Shared with server.js, which must see the same classes.
		...['react', 'react-dom', 'react-router'],
		// Loaded only with files in S3.
		'@aws-sdk/client-s3',
	]
	return { name: 'bundled-packages', apply: 'build', config: () => ({ ssr: { noExternal: true, external } }) }
}
