import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Settings for tests of commands and of whole servers. */
const INTEGRATION = {
	environment: 'node',
	pool: 'forks' as const,
	// Files share processes and the packages loaded in them, but not the product's modules (integration-setup.ts).
	isolate: false,
	setupFiles: ['tests/support/integration-setup.ts'],
	// Aborts a test that hangs, with a margin for busy machines.
	testTimeout: 300_000,
	hookTimeout: 300_000,
	expect: { poll: { timeout: 120_000 } },
}

const ONCE = ['tests/support/build-once.ts', 'tests/support/template-once.ts']
const WORKER_ONCE = 'tests/support/worker-once.ts'

const integration = (names: readonly string[]) => `tests/integration/{${names.join(',')}}.test.ts`

/** Slow tests and those with other programs, for `npm run test:all`. */
const THOROUGH = [
	'backup',
	'firefox',
	'image-memory',
	'killed-request',
	'lynx',
	'move-files',
	'restore',
	's3-product',
	's3-store',
]

/** Tests of commands that store files without using paths, which also run with files in S3. */
const WITH_FILES = ['house', 'image-framing', 'loans', 'own-account-pages']

/** Races in the database and tests of operators' tools, which also run on a libSQL server. */
const RACES = [
	...['purchase', 'sell', 'house', 'ending'].map(what => `${what}-races`),
	'loans',
	'robustness',
	'upgrade',
	'admin-script',
	'operations',
]

/** The slowest files, which start first so that the stage does not end with one of them alone. */
const LONGEST = [
	'upload-admission',
	'robustness',
	'composite',
	'guards',
	'statements',
	'requests',
	'api-contract',
	'lockout',
	'api',
	'start',
]

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const rank = ({ moduleId }: TestSpecification) => {
			const at = LONGEST.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
			return at === -1 ? LONGEST.length : at
		}
		return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
	}
}

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }

export default defineConfig({
	resolve: { alias },
	test: {
		// Twice the cores of the CI machine, because tests of a server mostly wait for it.
		maxWorkers: 4,
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				resolve: { alias },
				test: {
					name: 'unit',
					include: ['app/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
					environment: 'node',
					// Pure code leaves no state behind, so files share processes and their modules.
					isolate: false,
					testTimeout: 120_000,
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'integration',
					include: ['tests/integration/**/*.test.ts'],
					exclude: [integration(THOROUGH)],
					globalSetup: [...ONCE, WORKER_ONCE],
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'thorough',
					include: [integration(THOROUGH)],
					globalSetup: ONCE,
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 's3',
					include: ['tests/s3/**/*.test.ts', integration(WITH_FILES)],
					globalSetup: [...ONCE, 'tests/support/swift-once.ts'],
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'remote',
					include: ['tests/remote/**/*.test.ts', integration(RACES)],
					globalSetup: ['tests/support/build-once.ts', WORKER_ONCE],
					env: { TEST_DATABASE: 'sqld' },
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'cluster',
					include: ['tests/cluster/**/*.test.ts'],
					globalSetup: ['tests/support/build-once.ts'],
					env: { TEST_DATABASE: 'sqld' },
					// A hundred purchases under kills took eight minutes at a load of 45 on two cores.
					testTimeout: 3_000_000,
				},
			},
		],
	},
})
