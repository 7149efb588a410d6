import type { Config } from '@react-router/dev/config'

export default {
	ssr: true,
	// Passes requests through unchanged: middleware rejects requests for data only.
	future: { v8_middleware: true, v8_passThroughRequests: true },
	routeDiscovery: { mode: 'initial' },
	// Our own check (sameOrigin) is stricter, covers resource routes too, and knows APP_URL.
	allowedActionOrigins: ['**'],
} satisfies Config
