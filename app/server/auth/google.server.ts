import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { GoogleStrategy } from 'remix-auth-google'
import { z } from 'zod'
import { COOKIES } from '../http/cookie-list.server'
import { hostCookieName } from '../http/cookies.server'
import { absoluteUrl } from '../ops/absolute-url.server'
import { env } from '../ops/env.server'
import { withTimeout } from '../ops/timeout.server'

/* Sign-in with Google, or any OpenID provider that GOOGLE_ISSUER names: authorization code flow with PKCE (S256) and a
   state bound to the browser. The ID token is trusted only after its signature and every claim have been verified. */

const PATIENCE_MS = 10_000
const FRESH_MS = 60 * 60 * 1000
const COOKIE = hostCookieName('google')

/** A person authenticated by the provider; `email` is verified and in lower case. */
export type GoogleProfile = { subject: string; email: string; name: string }

const Provider = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
})

const Claims = z.object({
	sub: z.string().min(1).max(255),
	email: z.email().max(254).toLowerCase(),
	email_verified: z.literal([true, 'true']),
	nonce: z.string(),
	azp: z.string().optional(),
	name: z.string().optional(),
})

type Google = NonNullable<typeof env.google>

/* The strategy hard-codes Google's endpoints; this one uses those of the provider's discovery document, so that a test
   can act as the provider. */
class DiscoveredGoogle extends GoogleStrategy<GoogleProfile> {
	constructor(google: Google, provider: z.output<typeof Provider>) {
		const keys = createRemoteJWKSet(new URL(provider.jwks_uri), { timeoutDuration: PATIENCE_MS })
		super(
			{
				clientId: google.clientId,
				clientSecret: google.clientSecret,
				redirectURI: absoluteUrl('/auth/google/callback'),
				scopes: ['openid', 'email', 'profile'],
				prompt: 'select_account',
			},
			({ request, tokens }) => {
				const state = new URL(request.url).searchParams.get('state') ?? ''
				const expected = { keys, issuer: provider.issuer, clientId: google.clientId, nonce: nonceFor(state) }
				return readIdToken(tokens.idToken(), expected)
			},
		)
		this.options = {
			...this.options,
			authorizationEndpoint: provider.authorization_endpoint,
			tokenEndpoint: provider.token_endpoint,
			cookie: {
				name: COOKIE,
				...(env.secureCookies ? { secure: true as const } : {}),
				httpOnly: true,
				sameSite: 'Lax',
				path: '/',
				maxAge: COOKIES.google.seconds,
			},
		}
	}

	protected override authorizationParams(params: URLSearchParams, request: Request): URLSearchParams {
		const extended = super.authorizationParams(params, request)
		extended.set('nonce', nonceFor(params.get('state') ?? ''))
		return extended
	}
}

/* Derives the nonce from the random state, which ties the ID token to the same browser. */
function nonceFor(state: string): string {
	return createHmac('sha256', env.sessionSecrets[0] ?? '')
		.update(`nonce:${state}`)
		.digest('base64url')
}

async function readIdToken(
	token: string,
	expected: { keys: JWTVerifyGetKey; issuer: string; clientId: string; nonce: string },
): Promise<GoogleProfile> {
	const { payload } = await jwtVerify(token, expected.keys, {
		issuer: expected.issuer,
		audience: expected.clientId,
		algorithms: ['RS256', 'ES256', 'PS256'],
		requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
		clockTolerance: 5,
	})
	const claims = Claims.parse(payload)
	if (claims.nonce !== expected.nonce) throw new Error('The ID token answers another request')
	const severalAudiences = Array.isArray(payload.aud) && payload.aud.length > 1
	if ((severalAudiences || claims.azp !== undefined) && claims.azp !== expected.clientId) {
		throw new Error('The ID token was given to another client')
	}
	return { subject: claims.sub, email: claims.email, name: claims.name ?? '' }
}

let known: { strategy: Promise<DiscoveredGoogle>; at: number } | undefined

/* Discovers the provider at the first sign-in and once an hour; a failure is not cached. */
function discoverStrategy(google: Google): Promise<DiscoveredGoogle> {
	if (!known || Date.now() - known.at > FRESH_MS) {
		const fresh = { strategy: discover(google), at: Date.now() }
		known = fresh
		fresh.strategy.catch(() => {
			if (known === fresh) known = undefined
		})
	}
	return known.strategy
}

async function discover(google: Google): Promise<DiscoveredGoogle> {
	const issuer = google.issuer.replace(/\/$/, '')
	const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
		signal: AbortSignal.timeout(PATIENCE_MS),
	})
	if (!response.ok) throw new Error(`The OpenID provider answered ${response.status}`)
	const provider = Provider.parse(await response.json())
	if (provider.issuer.replace(/\/$/, '') !== issuer) throw new Error('The OpenID provider is another one')
	return new DiscoveredGoogle(google, provider)
}

/**
 * Starts a sign-in.
 * @returns the redirect to the provider, with the state cookie.
 * @throws Error when the provider cannot be reached.
 */
export async function startGoogle(request: Request, google: Google): Promise<Response> {
	const strategy = await discoverStrategy(google)
	try {
		await strategy.authenticate(new Request(absoluteUrl('/auth/google'), { headers: request.headers }))
	} catch (response) {
		if (response instanceof Response) return response
		throw response
	}
	throw new Error('The OpenID strategy did not redirect')
}

/**
 * Verifies the provider's answer and returns the profile.
 * @throws Error for an answer that is forged, from elsewhere, stale, refused or unverified.
 */
export async function finishGoogle(request: Request, google: Google): Promise<GoogleProfile> {
	/* Without a state the strategy would start a new sign-in instead of refusing. */
	if (!new URL(request.url).searchParams.get('state')) throw new Error('The answer has no state')
	const strategy = await discoverStrategy(google)
	const work = strategy.authenticate(request)
	return await withTimeout(2 * PATIENCE_MS, work, 'The OpenID provider takes too long')
}

/**
 * Returns the Set-Cookie values that clear the state, so that no answer is accepted twice. The strategy sets one cookie
 * per start, with an id after its name and a colon.
 */
export function clearGoogleCookies(request: Request): string[] {
	const names = (request.headers.get('cookie') ?? '')
		.split(';')
		.flatMap(pair => pair.trim().split('=')[0] || [])
		.filter(name => name === COOKIE || name.startsWith(`${COOKIE}:`))
	const attributes = `Path=/; Max-Age=0; HttpOnly; SameSite=Lax${env.secureCookies ? '; Secure' : ''}`
	return names.map(name => `${name}=; ${attributes}`)
}
