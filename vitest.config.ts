import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What the tests of commands and of whole servers stand on. */
const INTEGRATION = {
	environment: 'node',
	pool: 'forks' as const,
	setupFiles: ['tests/support/integration-setup.ts'],
	testTimeout: 90_000,
	hookTimeout: 180_000,
	expect: { poll: { timeout: 60_000 } },
}

/** Tests of commands that store files and know no paths: they run with files in S3 as well. */
const WITH_FILES = ['house', 'image-framing', 'loans', 'own-account-pages']

/** Tests in which processes meet in the database: they run on a libSQL server as well. */
const RACES = [...['purchase', 'sell', 'house', 'ending'].map(what => `${what}-races`), 'loans', 'robustness']

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }

export default defineConfig({
	resolve: { alias },
	test: {
		// Vitest leaves one core to itself, which of two is half; most tests wait for a server beside them.
		maxWorkers: 2,
		projects: [
			{
				resolve: { alias },
				test: {
					name: 'unit',
					include: ['app/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
					environment: 'node',
					testTimeout: 60_000,
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'integration',
					include: ['tests/integration/**/*.test.ts'],
					globalSetup: ['tests/support/build-once.ts'],
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 's3',
					include: ['tests/s3/**/*.test.ts', `tests/integration/{${WITH_FILES.join(',')}}.test.ts`],
					globalSetup: ['tests/support/build-once.ts', 'tests/support/swift-once.ts'],
				},
			},
			{
				resolve: { alias },
				test: {
					...INTEGRATION,
					name: 'remote',
					include: ['tests/remote/**/*.test.ts', `tests/integration/{${RACES.join(',')}}.test.ts`],
					globalSetup: ['tests/support/build-once.ts'],
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
					testTimeout: 1_500_000,
				},
			},
		],
	},
})
