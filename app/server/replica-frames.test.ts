import { expect, test } from 'vitest'
import { pipelineOf } from './replica-frames.server'

test.each([
	['http://one:8080', 'http://one:8080/v2/pipeline'],
	['ws://one:8080/', 'http://one:8080/v2/pipeline'],
	['libsql://one.example', 'https://one.example/v2/pipeline'],
	['libsql://one:8080?tls=0', 'http://one:8080/v2/pipeline'],
	['wss://one.example/house/', 'https://one.example/house/v2/pipeline'],
])('statements for %s go to %s', (url, pipeline) => {
	expect(pipelineOf(url).href).toBe(pipeline)
})
