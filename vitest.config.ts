import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

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
					name: 'integration',
					include: ['tests/integration/**/*.test.ts'],
					environment: 'node',
					pool: 'forks',
					globalSetup: ['tests/support/build-once.ts'],
					setupFiles: ['tests/support/integration-setup.ts'],
					testTimeout: 90_000,
					hookTimeout: 180_000,
					expect: { poll: { timeout: 60_000 } },
				},
			},
		],
	},
})
