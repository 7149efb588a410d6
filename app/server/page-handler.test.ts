import { data, type EntryContext, redirect, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { pageHandler } from './page-handler.server'

type Module = Record<string, unknown>

const Broken = () => {
	throw new Error('cannot be drawn: secret')
}

/* root > frame > inner > page, of which root, frame and inner say what fails below them. */
function handlerOf(page: Module, { frame = 'frame' as unknown } = {}) {
	const reported: unknown[] = []
	const route = (id: string, parentId: string | undefined, path: string | undefined, module: Module) => ({
		id,
		parentId,
		path,
		module,
	})
	const boundary = 'boundary'
	const routes = Object.fromEntries(
		[
			route('root', undefined, '', { default: 'root', ErrorBoundary: boundary }),
			route('frame', 'root', 'user', { default: frame, ErrorBoundary: boundary }),
			route('inner', 'frame', undefined, { default: 'inner', ErrorBoundary: boundary }),
			route('page', 'inner', 'page', { default: 'page', ...page }),
		].map(one => [one.id, one]),
	)
	/* Draws the routes from above, as far as the one whose boundary shows an error. */
	const draw = (
		_request: Request,
		status: number,
		headers: Headers,
		{ staticHandlerContext }: EntryContext,
	) => {
		const { matches, errors, loaderData } = staticHandlerContext
		const words: string[] = []
		for (const { route } of matches) {
			const error = errors?.[route.id]
			if (error) {
				words.push(`${route.id} says ${error.message ?? error.data}`)
				break
			}
			const own = routes[route.id]?.module['default']
			words.push(typeof own === 'function' ? own() : `${own}${loaderData[route.id] ?? ''}`)
		}
		return new Response(words.join(' > '), { status, headers })
	}
	const build = {
		routes,
		assets: { routes: {} },
		future: { v8_middleware: true },
		entry: { module: { default: draw, handleError: (error: unknown) => reported.push(error) } },
	} as unknown as ServerBuild
	const answer = pageHandler(build)
	return {
		reported,
		async get(search = '') {
			const response = await answer(new Request(`http://localhost/user/page${search}`))
			return { status: response.status, words: await response.text(), headers: response.headers }
		},
	}
}

test('a page is drawn with what its loader returns, its status and its cookies', async () => {
	const { get, reported } = handlerOf({
		loader: () => data(' with data', { status: 202, headers: { 'Set-Cookie': 'a=1', 'X-Own': 'no' } }),
	})
	const { status, words, headers } = await get()
	expect({ status, words }).toEqual({ status: 202, words: 'root > frame > inner > page with data' })
	expect([headers.getSetCookie(), headers.get('x-own'), reported]).toEqual([['a=1'], null, []])
})

test('what routes say of headers is said, with those of their loaders where they want them', async () => {
	const { get } = handlerOf({
		loader: () => data('', { headers: { Refresh: '3; url=/', 'Set-Cookie': 'a=1' } }),
		headers: ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
			Refresh: loaderHeaders.get('refresh') ?? '',
		}),
	})
	const { headers } = await get()
	expect([headers.get('refresh'), headers.getSetCookie()]).toEqual(['3; url=/', ['a=1']])
})

test('what a loader throws as an answer is one, and a redirect leads on', async () => {
	const gone = handlerOf({
		loader: () => {
			throw data('gone', { status: 410 })
		},
	})
	expect(await gone.get()).toMatchObject({ status: 410, words: 'root > frame > inner says gone' })
	const away = handlerOf({ loader: () => redirect('/login') })
	const { status, headers } = await away.get()
	expect([status, headers.get('location'), gone.reported, away.reported]).toEqual([302, '/login', [], []])
})

test('a bug is reported once, and its page says nothing of it', async () => {
	const { get, reported } = handlerOf({
		loader: () => {
			throw new Error('secret')
		},
	})
	expect(await get()).toMatchObject({
		status: 500,
		words: 'root > frame > inner says Unexpected Server Error',
	})
	expect(reported).toEqual([new Error('secret')])
})

test('what cannot be drawn is said by what is nearest to it and can', async () => {
	const page = handlerOf({ default: Broken })
	expect(await page.get()).toMatchObject({
		status: 500,
		words: 'root > frame > inner says Unexpected Server Error',
	})
	expect(page.reported).toHaveLength(1)
	const shell = handlerOf({}, { frame: Broken })
	expect(await shell.get()).toMatchObject({ status: 500, words: 'root > frame says Unexpected Server Error' })
})

test('a middleware that fails is answered as a page', async () => {
	const { get, reported } = handlerOf({
		middleware: [
			() => {
				throw new Error('secret')
			},
		],
	})
	expect(await get()).toMatchObject({ status: 500 })
	expect(reported).toEqual([new Error('secret')])
})
