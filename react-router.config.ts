import type { Config } from '@react-router/dev/config'

export default {
	ssr: true,
	// Requests as they came: middleware refuses the addresses that ask for data alone.
	future: { v8_middleware: true, v8_passThroughRequests: true },
	routeDiscovery: { mode: 'initial' },
	// Our own check (sameOrigin) is stricter, covers resource routes too, and knows APP_URL.
	allowedActionOrigins: ['**'],
} satisfies Config
