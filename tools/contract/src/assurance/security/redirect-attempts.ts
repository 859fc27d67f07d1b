/** Redirects to other hosts: those that the client receives, and those that the authorization server is asked for. */
import { createCloud } from '@spindrift/client'
import { createInference } from '@spindrift/client/inference'
import { createOauth } from '@spindrift/client/oauth'
import { startHttpServer } from '@spindrift/testing/start-http-server'
import { type Attempt, expectStatus, group, type SecurityTarget } from './attempt.ts'

const secret = 'canary-of-redirects'

export async function startRedirectServers() {
  const received: string[] = []
  const catcher = await startHttpServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  let [status, location] = [302, '']
  const source = await startHttpServer((request, response) => {
    request.resume()
    response.writeHead(status, { location }).end()
  })
  return {
    url: source.url,
    port: catcher.port,
    received,
    redirectTo: (nextStatus: number, nextLocation: string) => {
      ;[status, location] = [nextStatus, nextLocation]
    },
    [Symbol.asyncDispose]: async () => {
      await source.close()
      await catcher.close()
    },
  }
}

export type RedirectServers = Awaited<ReturnType<typeof startRedirectServers>>

export function listClientAttempts({ url, port, received, redirectTo }: RedirectServers): Attempt[] {
  const options = { baseUrl: url, retry: false } as const
  const calls = {
    'a read': () => createCloud({ token: secret, ...options }).account.get(),
    'a write': () => createCloud({ token: secret, ...options }).tags.create({ name: secret }),
    'a token exchange': () =>
      createOauth(options).tokens.exchange({
        grant_type: 'authorization_code',
        code: secret,
        client_id: 'a',
        client_secret: secret,
        redirect_uri: 'https://shop.example/back',
      }),
    'a model call': () =>
      createInference({ key: secret, ...options }).messages({ model: 'a', max_tokens: 1, messages: [{ role: 'user', content: secret }] }),
  } as const
  const host = `127.0.0.1:${port}`
  const locations = [
    `http://${host}/caught`,
    `//${host}/caught`,
    `http://${new URL(url).host}@${host}/caught`,
    `\\\\${host}\\caught`,
    `http://localhost:${port}/caught`,
    `http://[::ffff:7f00:1]:${port}/caught`,
  ]
  return group(
    'redirect of the client',
    [301, 302, 303, 307, 308].flatMap((status) =>
      locations.flatMap((location) =>
        Object.entries(calls).map(([name, call]) => ({
          name: `${name} with ${status} to ${location}`,
          run: async () => {
            redirectTo(status, location)
            const before = received.length
            const outcome = await call().then(
              () => 'no error',
              (error: unknown) => String(error),
            )
            return [
              ...received.slice(before).map((line) => `the other host received ${line}`),
              ...(/redirect/.test(outcome) ? [] : [`${outcome} instead of an error about the redirect`]),
              ...(outcome.includes(secret) ? ['a secret in the error'] : []),
            ]
          },
        })),
      ),
    ),
  )
}

/** Authorization requests with a redirect URI that is not registered. */
export function listAuthorizationAttempts({ send, sandbox }: SecurityTarget): Attempt[] {
  const { client_id, redirect_uri: own } = sandbox.oauth
  const { host, origin } = new URL(own)
  const uris = [
    'https://other.example/back',
    `${own}.other.example`,
    `${origin}.other.example/back`,
    `${origin}@other.example/back`,
    `https://other.example/${own}`,
    `https://other.example#${host}`,
    `${own}/../other`,
    `${own}%2F..%2F`,
    `${own}?next=https://other.example`,
    `${own}#fragment`,
    `//other.example/back`,
    `\\\\other.example\\back`,
    'javascript:alert(1)',
    'data:text/html,a',
    'file:///etc/passwd',
    `${own}\u0000`,
    `${own}\r\nset-cookie: a=b`,
    own.toUpperCase(),
  ]
  return group(
    'redirect of the authorization server',
    uris.flatMap((uri) =>
      ['', 'none'].map((prompt) => ({
        name: `${JSON.stringify(uri)} with the prompt ${JSON.stringify(prompt)}`,
        run: async () => {
          const query = new URLSearchParams({
            client_id,
            redirect_uri: uri,
            response_type: 'code',
            scope: 'read',
            ...(prompt && { prompt }),
          })
          const response = await send({ method: 'GET', path: `/v1/oauth/authorize?${query}`, token: '' })
          const { location } = response.headers
          return [...expectStatus(response, 400, 401, 422), ...(location === undefined ? [] : [`a redirect to ${String(location)}`])]
        },
      })),
    ),
  )
}
