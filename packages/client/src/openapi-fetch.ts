/** openapi-fetch's own client with this package's transport as its `fetch`: its API as it is, our tokens, retries, limits and base URLs. */
import createFetchClient, { type Client } from 'openapi-fetch'
import { type ClientOptions, resolveBaseUrl } from './configuration.ts'
import { CloudError } from './errors.ts'
import { findApi } from './find-api.ts'
import { pathFacts } from './generated/paths.ts'
import { createTransport } from './transport.ts'
import { fillPath } from './write-request.ts'

/**
 * Makes an openapi-fetch client: `GET`, `POST`, `use` and all else are openapi-fetch's own. Its type argument is a `paths` of `@spindrift/types`.
 *
 * ```ts
 * import type { paths } from '@spindrift/types/volumes/paths'
 *
 * const api = createClient<paths>({ token, baseUrl })
 * const { data, error } = await api.GET('/v2/volumes/{volume_id}', { params: { path: { volume_id } } })
 * ```
 *
 * @throws ConfigurationError when no base URL is given and `SPINDRIFT_BASE_URL` is not set
 */
export function createClient<Paths extends object>(options: ClientOptions = {}): Client<Paths> {
  // Any of them will do: the transport knows by the path which one a request is for.
  const [api = 'control'] = Object.keys(options.apis ?? {})
  const baseUrl = resolveBaseUrl(options, api)
  // openapi-fetch's own would let `..` lead to another operation.
  const pathSerializer = (path: string, values: Readonly<Record<string, unknown>>) => fillPath(path, path, values)
  return createFetchClient<Paths>({ baseUrl, pathSerializer, fetch: createRequestFetch(options, new URL(baseUrl)) })
}

function createRequestFetch(options: ClientOptions, base: URL): (request: Request) => Promise<Response> {
  const send = createTransport(options)
  const prefix = base.pathname.replace(/\/$/, '')
  return async (request) => {
    const { method, headers, signal } = request
    const { origin, pathname, searchParams } = new URL(request.url)
    // The token is for this one.
    if (origin !== base.origin || !pathname.startsWith(`${prefix}/`)) {
      throw new CloudError(`${method} ${origin}${pathname}: this client sends to ${base.href} only.`)
    }
    const path = pathname.slice(prefix.length)
    // Read at once, so that it can be sent again.
    const body = request.body ? { body: await request.arrayBuffer() } : {}
    const { response } = await send(
      { api: findApi(path), method, path, facts: findFacts(path) },
      { query: listParameters(searchParams), header: Object.fromEntries(headers), ...body },
      { signal },
    )
    return response
  }
}

/** Those of a path whose parameters are filled in. */
function findFacts(path: string) {
  const template = Object.keys(pathFacts).find((each) => new RegExp(`^${each.replace(/\{.+?\}/g, '[^/]+')}$`).test(path))
  return pathFacts[template ?? ''] ?? {}
}

/** Every value under its name; of the two the transport encodes the value. */
function listParameters(parameters: URLSearchParams): Record<string, string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [encodeURIComponent(name), parameters.getAll(name)]))
}
