import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What the tests of commands and of whole servers stand on. */
const INTEGRATION = {
	environment: 'node',
	pool: 'forks' as const,
	setupFiles: ['tests/support/integration-setup.ts'],
	// Ends a test that hangs; a busy machine takes far longer than a quiet one.
	testTimeout: 300_000,
	hookTimeout: 300_000,
	expect: { poll: { timeout: 120_000 } },
}

const ONCE = ['tests/support/build-once.ts', 'tests/support/template-once.ts']
const WORKER_ONCE = 'tests/support/worker-once.ts'

const integration = (names: readonly string[]) => `tests/integration/{${names.join(',')}}.test.ts`

/** Tests that take long or need other programs: they are for `npm run test:all`. */
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

/** Tests of commands that store files and know no paths: they run with files in S3 as well. */
const WITH_FILES = ['house', 'image-framing', 'loans', 'own-account-pages']

/** Tests in which processes meet in the database, and those of what operators use: they run on a libSQL server as well. */
const RACES = [
	...['purchase', 'sell', 'house', 'ending'].map(what => `${what}-races`),
	'loans',
	'robustness',
	'upgrade',
	'admin-script',
	'operations',
]

/** Files that wait longest: they begin first, or the stage would end with one of them alone. */
const LONGEST = [
	'upload-admission',
	'robustness',
	'retention',
	'api',
	'sweep',
	'start',
	'guards',
	'statements',
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
		// Twice the cores of the machine of the CI: tests of a server spend most of their time waiting for it.
		maxWorkers: 4,
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				resolve: { alias },
				test: {
					name: 'unit',
					include: ['app/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
					environment: 'node',
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
