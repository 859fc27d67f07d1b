/** Requests that a page of another site can make a browser send to a sandbox on loopback. */
import type { HttpRequest } from '../http-client.ts'
import { type Attempt, expectStatus, expectUnreadable, expectWithoutSecrets, group, type SecurityTarget } from './attempt.ts'

const control: readonly HttpRequest[] = [
  { method: 'GET', path: '/_sandbox', token: '' },
  { method: 'GET', path: '/_sandbox/info', token: '' },
  { method: 'GET', path: '/_sandbox/requests', token: '' },
  { method: 'GET', path: '/_sandbox/requests.har?secrets=shown', token: '' },
  { method: 'GET', path: '/_sandbox/tokens', token: '' },
  { method: 'POST', path: '/_sandbox/reset', token: '' },
  { method: 'POST', path: '/_sandbox/clock', body: { advance_seconds: 1 }, token: '' },
  { method: 'DELETE', path: '/_sandbox/requests', token: '' },
]
const api: readonly HttpRequest[] = [
  { method: 'GET', path: '/v2/account' },
  { method: 'POST', path: '/v2/tags', body: { name: 'rebound' } },
  { method: 'GET', path: '/v1/models' },
  { method: 'POST', path: '/v1/oauth/token', form: { grant_type: 'refresh_token', refresh_token: 'a' }, token: '' },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', token: '' },
]

export function listBrowserAttempts(target: SecurityTarget): Attempt[] {
  const { port, host: own } = new URL(target.sandbox.url)
  const foreignOrigins = [
    'https://other.example',
    `http://other.example:${port}`,
    'null',
    'file://',
    `http://127.0.0.1.other.example:${port}`,
    `http://localhost.other.example:${port}`,
    `http://${own}.other.example`,
    `http://${own}@other.example`,
    `http://other.example#${own}`,
    `http://other.example, http://${own}`,
    'chrome-extension://abcdefghijklmnop',
    'http://[::1].other.example',
  ]
  /** Pages of other programs on this machine may call the APIs, but not the control API. */
  const localOrigins = [`https://${own}`, 'http://127.0.0.1:1', `http://127.0.0.2:${port}`, `http://user@${own}`]
  return [
    ...group('rebinding', listRebinding(target)),
    ...group('origin', listControlOrigins(target, [...foreignOrigins, ...localOrigins])),
    ...group('origin of an API', listApiOrigins(target, foreignOrigins)),
    ...group('site', listSites(target)),
    ...group('sign-in page', listSignInPages(target, [...foreignOrigins, ...localOrigins])),
  ]
}

/** Requests under host names that resolve to loopback. */
function listRebinding(target: SecurityTarget): Attempt[] {
  const { send, sandbox } = target
  const { port } = new URL(sandbox.url)
  const hosts = [
    'rebound.example',
    `rebound.example:${port}`,
    `localhost.rebound.example:${port}`,
    `127.0.0.1.rebound.example:${port}`,
    `localhost#.rebound.example`,
    `localhost@rebound.example:${port}`,
    `rebound.example@localhost:${port}`,
    `rebound.example#localhost:${port}`,
    `localhost:${port}:1`,
    `localhost:${port}, rebound.example`,
    `localhost.:${port}`,
    `[::1]rebound.example`,
    'xn--localhost-abc.example',
  ]
  return hosts.flatMap((host) =>
    [...control, ...api].map((request) => ({
      name: `${request.method} ${request.path} for the host ${host}`,
      run: async () => {
        const response = await send({ ...request, headers: { host } })
        return [...expectStatus(response, 400, 403), ...expectWithoutSecrets(target, response)]
      },
    })),
  )
}

function listControlOrigins(target: SecurityTarget, origins: readonly string[]): Attempt[] {
  return origins.flatMap((origin) =>
    control.map((request) => ({
      name: `${request.method} ${request.path} from ${origin}`,
      run: async () => {
        const response = await target.send({ ...request, headers: { origin } })
        return [...expectStatus(response, 403), ...expectUnreadable(response), ...expectWithoutSecrets(target, response)]
      },
    })),
  )
}

function listApiOrigins({ send }: SecurityTarget, origins: readonly string[]): Attempt[] {
  return origins.flatMap((origin) =>
    [...api.filter(({ method }) => method === 'GET'), ...[...control, ...api].map(preflight)].map((request) => ({
      name: `${request.method} ${request.path} from ${origin}`,
      run: async () => expectUnreadable(await send({ ...request, headers: { ...request.headers, origin } })),
    })),
  )
}

function listSites({ send }: SecurityTarget): Attempt[] {
  const modes = ['cors', 'no-cors', 'same-origin', 'websocket', 'navigate']
  const sites = ['cross-site', 'same-site', 'Cross-Site', 'cross-site, none', 'unknown']
  return sites.flatMap((site) =>
    modes.flatMap((mode) =>
      control.map((request) => ({
        name: `${request.method} ${request.path} with Sec-Fetch-Site ${site} and mode ${mode}`,
        run: async () => {
          const response = await send({ ...request, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode } })
          const isLink = mode === 'navigate' && request.path === '/_sandbox'
          if (!isLink) return [...expectStatus(response, 403), ...expectUnreadable(response)]
          const policy = String(response.headers['content-security-policy'])
          return policy.includes('frame-ancestors') ? [] : ['the console can be framed']
        },
      })),
    ),
  )
}

function listSignInPages({ send, sandbox }: SecurityTarget, origins: readonly string[]): Attempt[] {
  const { client_id, redirect_uri } = sandbox.oauth
  const paths = ['/v1/oauth/authorize', '/v1/oauth/authorize/', '//v1/oauth/authorize', '/v1/oauth/%61uthorize', '/v1/x/../oauth/authorize']
  const link = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'read' })
  return paths.flatMap((path) =>
    origins.map((origin) => ({
      name: `${path} from ${origin}`,
      run: async () => {
        const response = await send({ method: 'GET', path: `${path}?${link}`, headers: { origin }, token: '' })
        const isPage = /html/.test(String(response.headers['content-type'])) || response.headers['location'] !== undefined
        return isPage ? expectUnreadable(response) : []
      },
    })),
  )
}

function preflight({ method, path }: HttpRequest): HttpRequest {
  const headers = {
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization, content-type',
    'access-control-request-private-network': 'true',
  }
  return { method: 'OPTIONS', path, headers, token: '' }
}
