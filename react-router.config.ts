import type { Config } from '@react-router/dev/config'

export default {
	ssr: true,
	// Requests as they came: a cached page must not answer the address that asks for its data alone.
	future: { v8_middleware: true, v8_passThroughRequests: true },
	routeDiscovery: { mode: 'initial' },
} satisfies Config
