import { expect, test } from 'vitest'
import { isApiPath } from './api-response.server'

test.each([
	['/api/setting', true],
	['/API/setting', true],
	['/%61pi/setting', true],
	['/api/%', true],
	['/api/%0Ax', true],
	['/api', false],
	['/api/', false],
	['/apis/setting', false],
	['/%61dmin/api/setting', false],
	['/%', false],
])('%s belongs to the API: %o', (path, belongs) => {
	expect(isApiPath(path)).toBe(belongs)
})
