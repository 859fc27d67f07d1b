/** Path API: openapi-fetch with the transport of this package as its `fetch`, which adds tokens, retries, limits and base URLs. */
import type { paths as AllPaths } from '@spindrift/types/paths'
import createClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, resolveBaseUrl } from './configuration.ts'
import { CloudError } from './errors.ts'
import { findApi } from './find-api.ts'
import { pathFacts } from './generated/paths.ts'
import { createTransport } from './transport.ts'
import { formatPath } from './format-request.ts'

/**
 * Creates an openapi-fetch client: `GET`, `POST`, `use` and everything else are openapi-fetch's own. An editor completes paths when the
 * type argument is the `paths` of one family.
 *
 * ```ts
 * import type { paths } from '@spindrift/types/volumes/paths'
 *
 * const api = createPathClient<paths>({ token, baseUrl })
 * const { data, error } = await api.GET('/v2/volumes/{volume_id}', { params: { path: { volume_id } } })
 * ```
 *
 * @throws ConfigurationError if there is no `baseUrl` and `SPINDRIFT_BASE_URL` is not set
 */
export function createPathClient<Paths extends object = AllPaths>(options: ClientOptions = {}): Client<Paths> {
  // The transport finds the API by the path, so the base URL of any API works.
  const [api = 'control'] = Object.keys(options.apis ?? {})
  const baseUrl = resolveBaseUrl(options, api)
  // openapi-fetch would let `..` lead to another operation.
  const pathSerializer = (path: string, values: Readonly<Record<string, unknown>>) => formatPath(path, path, values)
  return createClient<Paths>({ baseUrl, pathSerializer, fetch: createFetch(options, new URL(baseUrl)) })
}

function createFetch(options: ClientOptions, base: URL): (request: Request) => Promise<Response> {
  const send = createTransport(options)
  const prefix = base.pathname.replace(/\/$/, '')
  return async (request) => {
    const { method, headers, signal } = request
    const { origin, pathname, searchParams } = new URL(request.url)
    // Another origin must not receive the token.
    if (origin !== base.origin || !pathname.startsWith(`${prefix}/`)) {
      throw new CloudError(`${method} ${origin}${pathname}: this client only sends to ${base.href}.`)
    }
    const path = pathname.slice(prefix.length)
    // Read once, so that a retry can send it again.
    const body = request.body ? { body: await request.arrayBuffer() } : {}
    const { response } = await send(
      { api: findApi(path), method, path, facts: findFacts(path) },
      { query: listParameters(searchParams), header: Object.fromEntries(headers), ...body },
      { signal },
    )
    return response
  }
}

/** Returns the facts of the operation whose path template matches. */
function findFacts(path: string) {
  const template = Object.keys(pathFacts).find((each) => new RegExp(`^${each.replace(/\{.+?\}/g, '[^/]+')}$`).test(path))
  return pathFacts[template ?? ''] ?? {}
}

/** Groups the values by name. Names are encoded here, because the transport encodes only values. */
function listParameters(parameters: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [encodeURIComponent(name), parameters.getAll(name)]))
}
