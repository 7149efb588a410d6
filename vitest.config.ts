import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }

export default defineConfig({
	resolve: { alias },
	test: {
		projects: [
			{
				resolve: { alias },
				test: {
					name: 'unit',
					include: ['app/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
					environment: 'node',
					testTimeout: 20_000,
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
					testTimeout: 60_000,
					hookTimeout: 120_000,
				},
			},
		],
	},
})
